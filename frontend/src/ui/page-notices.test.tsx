import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { pathQuery } from "@/lib/query-client";
import { PageNotices } from "@/ui/page-notices";
import { renderScreen } from "../../test/render";
import { server } from "../../test/server";

const PATH = "/api/payment-schedule";
const STALE = "Não foi possível atualizar: o que se vê aqui pode ter mudado.";

function Page() {
  const { data } = useQuery({ ...pathQuery<{ id: number }>(PATH), retry: false });
  return (
    <>
      <PageNotices />
      <p>{data ? `nº ${data.id}` : "..."}</p>
    </>
  );
}

test("a poll that fails says so calmly and keeps what was read; the next one that works ends it", async () => {
  let status = 500;
  server.use(http.get(PATH, () => HttpResponse.json({ id: 2 }, { status })));
  const { client } = renderScreen(<Page />, { [PATH]: { id: 1 } });
  expect(screen.queryByRole("status")).toBeNull();

  await act(() => client.refetchQueries());
  expect(await screen.findByRole("status")).toHaveTextContent(STALE);
  expect(screen.getByText("nº 1")).toBeInTheDocument();

  status = 200;
  await act(() => client.refetchQueries());
  await waitFor(() => expect(screen.queryByRole("status")).toBeNull());
  expect(screen.getByText("nº 2")).toBeInTheDocument();
});

test("what was never read is the business of its own place", async () => {
  server.use(http.get(PATH, () => HttpResponse.json({ message: "x" }, { status: 500 })));
  const { client } = renderScreen(<Page />);
  await waitFor(() => expect(client.getQueryState([PATH])?.status).toBe("error"));
  expect(screen.queryByRole("status")).toBeNull();
});
