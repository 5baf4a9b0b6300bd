import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { api, pathQuery, queryKeyOf } from "@/api/client";
import { sessionIsBack } from "@/lib/held-page";
import * as navigate from "@/lib/navigate";
import { useHeldPage } from "@/lib/use-held-page";
import { PageNotices } from "@/ui/page-notices";
import { eventually } from "../../test/eventually";
import { ANA, renderScreen, signIn } from "../../test/render";
import { server } from "../../test/server";
import { spoken } from "../../test/spoken";

const PATH = "/api/payment-schedule";
const STALE = "Não foi possível atualizar: o que se vê aqui pode ter mudado.";

function Page() {
  const { data } = useQuery({ ...pathQuery(PATH), retry: false });
  return (
    <>
      <PageNotices />
      <p>{data ? `nº ${data.id}` : "..."}</p>
    </>
  );
}

test("a failed poll says so and keeps what was read, until the next one works", async () => {
  let status = 500;
  server.use(http.get(PATH, () => HttpResponse.json({ id: 2 }, { status })));
  const { client } = renderScreen(<Page />, { [PATH]: { id: 1 } });
  expect(screen.queryByText(STALE)).toBeNull();

  await act(() => client.refetchQueries());
  expect(await screen.findByText(STALE)).toBeVisible();
  expect(spoken()).toEqual([STALE]);
  expect(screen.getByText("nº 1")).toBeInTheDocument();

  status = 200;
  await act(() => client.refetchQueries());
  await waitFor(() => expect(screen.queryByText(STALE)).toBeNull());
  expect(screen.getByText("nº 2")).toBeInTheDocument();
});

test("what was never read is the business of its own place", async () => {
  server.use(http.get(PATH, () => HttpResponse.json({ message: "x" }, { status: 500 })));
  const { client } = renderScreen(<Page />);
  await waitFor(() => expect(client.getQueryState(queryKeyOf(PATH))?.status).toBe("error"));
  expect(screen.queryByText(STALE)).toBeNull();
});

describe("a page with unsent text", () => {
  afterEach(() => act(() => sessionIsBack()));

  test("stays when the session ends, says so, and goes on when the person is back", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const leave = vi.spyOn(navigate, "leaveFor").mockImplementation(() => undefined);
    let status = 401;
    server.use(http.get("/api/auth/me", () => HttpResponse.json({ id: ANA.id }, { status })));
    signIn(ANA);
    const { client } = renderScreen(<Holding />);
    expect(screen.queryByRole("note")).not.toBeInTheDocument();

    const mutation = client
      .getMutationCache()
      .build(client, { mutationFn: () => api.get("/api/auth/me"), meta: { silent: true } });
    await act(() => mutation.execute(undefined).catch(() => undefined));

    expect(await screen.findByRole("note")).toHaveTextContent("Sessão expirada. Faça login novamente.");
    expect(screen.getByRole("link", { name: "Entrar em outra aba" })).toHaveAttribute("target", "_blank");
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(screen.getByRole("note")).toBeInTheDocument();

    status = 200;
    await act(() => vi.advanceTimersByTimeAsync(4000));
    await eventually(() => expect(screen.queryByRole("note")).not.toBeInTheDocument());
    expect(leave).not.toHaveBeenCalled();
  });
});

function Holding() {
  useHeldPage(true);
  return <PageNotices />;
}
