import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Row } from "@/api/client";
import { ChangesTab } from "@/screens/integrations/tabs";
import { renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

type ListingChange = Row<"/api/marketplace/changes">;
type SyncState = Row<"/api/marketplace/sync">;

const SOLD: ListingChange = {
  id: 5,
  kind: "sold",
  service: "gameboost",
  remoteId: "100001",
  title: "Conta Premium",
  game: "war-thunder",
  previousStatus: "Listed",
  status: "Sold",
  priceEur: "14.99",
  user: { id: 7, fullName: "Ana Souza", username: "ana.souza" },
  noticedAt: "2026-11-21T09:00:00-03:00",
  handledAt: null,
  handledBy: null,
  note: "",
};
const HANDLED: ListingChange = {
  ...SOLD,
  handledAt: "2026-11-21T10:00:00-03:00",
  handledBy: { id: 1, fullName: "Administração", username: "admin" },
  note: "Ganho mantido.",
};
const SYNC: SyncState = {
  service: "gameboost",
  baseUrl: "https://api.gameboost.com/v1",
  userId: 1,
  listings: 1234,
  page: 0,
  startedAt: "2026-11-21T08:50:00-03:00",
  finishedAt: "2026-11-21T08:55:00-03:00",
  error: "",
};

function serve(changes: () => ListingChange[], sync: SyncState[] = [SYNC]): string[] {
  const asked: string[] = [];
  server.use(
    http.get("/api/marketplace/changes", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(changes(), { headers: { "X-Total-Count": String(changes().length) } });
    }),
    http.get("/api/marketplace/sync", () => HttpResponse.json(sync)),
  );
  return asked;
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-21T09:00:00-03:00") });
  history.replaceState(null, "", "/integrations?aba=mudancas");
  signIn();
});

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("the work list", () => {
  it("shows what is still to be handled, and how far the looking has come", async () => {
    const asked = serve(() => [SOLD]);
    renderScreen(<ChangesTab />);
    const row = (await screen.findByText("Conta Premium")).closest("tr");
    const words = row?.textContent?.replace(/\u00a0/g, " ");
    for (const text of ["Vendido", "GameBoost · War Thunder · #100001", "Ana Souza", "€ 14,99", "21/11/2026 09:00"]) {
      expect(words).toContain(text);
    }
    expect(asked).toEqual(["?limit=20&offset=0&state=open"]);
    expect(await screen.findByText("1.234 anúncios em api.gameboost.com")).toBeInTheDocument();
    expect(screen.getByText("Conferidos há 5 minutos")).toBeInTheDocument();
  });

  it("shows what was created and not published, and why", async () => {
    serve(() => [{ ...SOLD, kind: "draft", note: "Verify your account first" }]);
    renderScreen(<ChangesTab />);
    const row = (await screen.findByText("Conta Premium")).closest("tr");
    expect(row).toHaveTextContent("Não publicado");
    expect(row).toHaveTextContent("Verify your account first");
  });

  it("takes a line off with what was decided", async () => {
    let handled = false;
    const sent: unknown[] = [];
    serve(() => (handled ? [] : [SOLD]));
    server.use(
      http.post("/api/marketplace/changes/5/handle", async ({ request }) => {
        sent.push(await request.json());
        handled = true;
        return HttpResponse.json(HANDLED);
      }),
    );
    renderScreen(<ChangesTab />);
    await screen.findByText("Conta Premium");
    await press("Tratar Conta Premium");
    const dialog = await screen.findByRole("dialog", { name: "Tratar mudança" });
    await userEvent.type(within(dialog).getByLabelText("Observação"), " Ganho mantido. ");
    await userEvent.click(within(dialog).getByRole("button", { name: "Marcar como tratada" }));
    expect(await screen.findByText("Nada a tratar")).toBeInTheDocument();
    expect(sent).toEqual([{ note: "Ganho mantido." }]);
    expect(document.querySelector(".toast")?.textContent).toBe("SucessoMudança tratada");
  });

  it("leaves its last page with the last line there, for those still to be handled", async () => {
    history.replaceState(null, "", "/integrations?aba=mudancas&pagina=2");
    const first = Array.from({ length: 20 }, (_, index) => ({ ...SOLD, id: 100 + index, title: `Conta ${index}` }));
    let all: ListingChange[] = [...first, SOLD];
    server.use(
      http.get("/api/marketplace/changes", ({ request }) => {
        const offset = Number(new URL(request.url).searchParams.get("offset"));
        return HttpResponse.json(all.slice(offset, offset + 20), { headers: { "X-Total-Count": String(all.length) } });
      }),
      http.get("/api/marketplace/sync", () => HttpResponse.json([SYNC])),
      http.post("/api/marketplace/changes/5/handle", () => {
        all = first;
        return HttpResponse.json(HANDLED);
      }),
    );
    renderScreen(<ChangesTab />);
    await screen.findByText("Conta Premium");
    await press("Tratar Conta Premium");
    const dialog = await screen.findByRole("dialog", { name: "Tratar mudança" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Marcar como tratada" }));
    expect(await screen.findByText("Conta 0")).toBeInTheDocument();
    expect(location.search).toBe("?aba=mudancas");
  });

  it("also shows what was handled, by whom and how", async () => {
    const asked = serve(() => [HANDLED]);
    renderScreen(<ChangesTab />);
    await screen.findByText("Conta Premium");
    await userEvent.selectOptions(screen.getByLabelText("Situação"), "Todas");
    await waitFor(() => expect(asked.at(-1)).toBe("?limit=20&offset=0"));
    expect(await screen.findByText(/Tratada em 21\/11\/2026 10:00 por Administração/)).toHaveTextContent(
      "Ganho mantido.",
    );
    expect(screen.queryByRole("button", { name: /^Tratar/ })).not.toBeInTheDocument();
    expect(location.search).toBe("?aba=mudancas&situacao=todas");
  });

  it.each<[string, Partial<SyncState>]>([
    ["Tempo limite esgotado.", { error: "Tempo limite esgotado." }],
    ["Conferindo, página 3", { finishedAt: null, page: 3 }],
    ["Conferindo os que faltaram", { finishedAt: null, page: 0 }],
    ["Ainda não conferidos", { finishedAt: null, startedAt: null }],
  ])("says '%s' of a key", async (text, changes) => {
    serve(() => [], [{ ...SYNC, ...changes }]);
    renderScreen(<ChangesTab />);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});
