import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { SessionNotice } from "@/features/bulk/session-notice";
import { useLeaveGuard } from "@/features/bulk/use-leave-guard";
import { ApiError } from "@/lib/errors";
import { sessionIsBack } from "@/lib/held-page";
import * as navigate from "@/lib/navigate";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

function Page() {
  useLeaveGuard(true);
  return <SessionNotice />;
}

afterEach(() => act(() => sessionIsBack()));

test("a page with unsent text stays when the session ends, says so, and goes on when the person is back", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const leave = vi.spyOn(navigate, "leaveFor").mockImplementation(() => undefined);
  let status = 401;
  server.use(http.get("/api/auth/me", () => HttpResponse.json({ id: ANA.id }, { status })));
  signIn(ANA);
  const { client } = renderScreen(<Page />);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();

  const mutation = client.getMutationCache().build(client, {
    mutationFn: () => Promise.reject(new ApiError(401, "Sessão expirada. Faça login novamente.")),
    meta: { silent: true },
  });
  await act(() => mutation.execute(undefined).catch(() => undefined));

  expect(screen.getByRole("alert")).toHaveTextContent("Sessão expirada. Faça login novamente.");
  expect(screen.getByRole("link", { name: "Entrar em outra aba" })).toHaveAttribute("target", "_blank");
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(screen.getByRole("alert")).toBeInTheDocument();

  status = 200;
  await act(() => vi.advanceTimersByTimeAsync(4000));
  await vi.waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
  expect(leave).not.toHaveBeenCalled();
});
