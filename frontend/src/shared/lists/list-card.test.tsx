import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { listQuery } from "@/api/client";
import { ListCard, useList } from "@/shared/lists/list-card";
import { renderScreen } from "../../../test/render";
import { server } from "../../../test/server";
import { spoken } from "../../../test/spoken";

beforeEach(() => history.replaceState(null, "", "/contas"));

function Accounts() {
  const options = [{ value: "admin", label: "Admin" }];
  const list = useList((query) => listQuery("/api/users", { query }), {
    filters: [{ name: "role", label: "Função", all: "Todas", options }],
  });
  return (
    <ListCard
      title="Contas"
      list={list}
      columns={[{ key: "login", header: "Login", cell: ({ username }) => username }]}
      rowKey={({ username }) => username}
      searchLabel="Buscar conta"
      empty={{ icon: "key", title: "Nenhuma conta" }}
    />
  );
}

it("tells how many there are only of the list that is asked for", async () => {
  const lists: Record<string, string[]> = { "": ["conta_01", "conta_02"], ninguem: [], conta_02: ["conta_02"] };
  const held: (() => void)[] = [];
  server.use(
    http.get("/api/users", async ({ request }) => {
      await new Promise<void>((resolve) => held.push(resolve));
      const rows = (lists[new URL(request.url).searchParams.get("search") ?? ""] ?? []).map((username) => ({ username }));
      return HttpResponse.json(rows, { headers: { "X-Total-Count": String(rows.length) } });
    }),
  );
  const answerComes = async (words: string) => {
    await waitFor(() => expect(held).toHaveLength(1));
    expect(screen.queryByText(/ resultados?$/)).toBeNull();
    held.pop()?.();
    expect(await screen.findByText(words)).toBeVisible();
    expect(spoken().at(-1)).toBe(words);
  };
  const search = (text: string) => {
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: text } });
    fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Enter" });
  };

  renderScreen(<Accounts />);
  await answerComes("2 resultados");
  search("ninguem");
  await answerComes("0 resultados");
  search("conta_02");
  await answerComes("1 resultado");
});

it("keeps the space before the next word when the search for the first is made", async () => {
  server.use(
    http.get("/api/users", ({ request }) => {
      const found = new URL(request.url).searchParams.get("search") === "ana" ? [{ username: "ana" }] : [];
      return HttpResponse.json(found, { headers: { "X-Total-Count": String(found.length) } });
    }),
  );
  renderScreen(<Accounts />);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "ana " } });
  expect(await screen.findByText("1 resultado")).toBeVisible();
  expect(screen.getByRole("searchbox")).toHaveValue("ana ");
});

it("asks for a day once its year is whole, and shows no half of one that is left", async () => {
  const asked: string[] = [];
  server.use(
    http.get("/api/bulk/runs", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("start") ?? "");
      return HttpResponse.json([], { headers: { "X-Total-Count": "0" } });
    }),
  );
  function Days() {
    const list = useList((query) => listQuery("/api/bulk/runs", { query }), {
      filters: [{ name: "start", label: "De" }],
    });
    return <ListCard title="Dias" list={list} columns={[]} rowKey={({ id }) => id} empty={{ icon: "key", title: "" }} />;
  }
  renderScreen(<Days />);
  await waitFor(() => expect(asked).toEqual([""]));
  const day = screen.getByLabelText("De");

  for (const year of ["0002", "0020", "0202", "2026"]) fireEvent.change(day, { target: { value: `${year}-11-10` } });
  await waitFor(() => expect(asked).toEqual(["", "2026-11-10"]));
  fireEvent.change(day, { target: { value: "0002-11-10" } });
  fireEvent.blur(day);

  expect(day).toHaveValue("2026-11-10");
  expect(location.search).toBe("?start=2026-11-10");
});

it("keeps its filters behind one button on phones, which counts those that are set", async () => {
  server.use(http.get("/api/users", () => HttpResponse.json([], { headers: { "X-Total-Count": "0" } })));
  renderScreen(<Accounts />);
  const button = screen.getByRole("button", { name: "Filtros" });
  expect(button).toHaveAttribute("aria-expanded", "false");
  fireEvent.click(button);
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(document.getElementById(button.getAttribute("aria-controls") ?? "")).toContainElement(
    screen.getByLabelText("Função"),
  );
  fireEvent.change(screen.getByLabelText("Função"), { target: { value: "admin" } });
  expect(button).toHaveTextContent("Filtros (1)");
});
