import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import type { Row } from "@/api/client";
import { NotificationsPanel } from "@/app/notifications/notifications-panel";
import * as navigate from "@/lib/navigate";
import { renderScreen } from "../../../test/render";
import { server } from "../../../test/server";
import { spoken } from "../../../test/spoken";

type Notification = Row<"/api/notifications">;

const PATH = "/api/notifications?limit=10&offset=0";
const TASK: Notification = {
  id: 4,
  kind: "task_assigned",
  title: "Nova tarefa atribuída",
  body: "Contas Roblox: 20 contas, R$ 3,50 por conta.",
  url: "/tasks",
  createdAt: "2026-11-20T13:55:00-03:00",
  readAt: null,
};
const PAYMENT: Notification = { ...TASK, id: 3, title: "Pagamento realizado", url: "/", readAt: TASK.createdAt };
const NOTICE: Notification = { ...TASK, id: 2, title: "Aviso", body: "", url: "" };

let leave: MockInstance<typeof navigate.leaveFor>;
let onRead: ReturnType<typeof vi.fn<() => void>>;
/** Paths of the writes, in order. */
let writes: string[];

beforeEach(() => {
  vi.setSystemTime(new Date("2026-11-20T14:00:00-03:00"));
  leave = vi.spyOn(navigate, "leaveFor").mockImplementation(() => undefined);
  onRead = vi.fn();
  writes = [];
  const note = ({ request }: { request: Request }) => {
    writes.push(new URL(request.url).pathname);
    return HttpResponse.json({});
  };
  server.use(http.post("/api/notifications/:id/read", note), http.post("/api/notifications/read-all", note));
});

/** The panel over these messages, as the first answer and every later one. */
function open(rows: Notification[], total = rows.length) {
  server.use(
    http.get("/api/notifications", () => HttpResponse.json(rows, { headers: { "X-Total-Count": String(total) } })),
  );
  return renderScreen(<NotificationsPanel onRead={onRead} />, { [PATH]: { rows, total } });
}

const link = (name: RegExp) => screen.getByRole("link", { name });

describe("the list", () => {
  it("shows title, text and age, and marks what is unread", () => {
    open([TASK, PAYMENT]);
    expect(link(/^Nova tarefa atribuída/)).toHaveTextContent("Nova tarefa atribuída (não lida)");
    expect(link(/^Nova tarefa atribuída/)).toHaveTextContent(/R\$ 3,50 por conta\.há 5 minutos$/);
    expect(screen.getAllByTitle("20/11/2026 13:55")).toHaveLength(2);
    expect(link(/^Pagamento realizado/)).not.toHaveTextContent("(não lida)");
  });

  it("text from elsewhere is never markup", () => {
    open([{ ...TASK, title: "<b>negrito</b>" }]);
    expect(screen.getByText("<b>negrito</b>")).toBeInTheDocument();
  });

  it("says when there is none", () => {
    open([]);
    expect(screen.getByText("Nenhuma notificação")).toBeInTheDocument();
    expect(spoken()).toEqual(["0 notificações no total"]);
    expect(screen.queryByRole("button", { name: "Marcar todas como lidas" })).toBeNull();
  });

  it("shows that it is on its way, and an error with another try", async () => {
    server.use(
      http.get("/api/notifications", () => HttpResponse.json({}, { status: 403 }), { once: true }),
      http.get("/api/notifications", () => HttpResponse.json([PAYMENT])),
    );
    renderScreen(<NotificationsPanel onRead={onRead} />);
    expect(screen.getByText("Carregando notificações...")).toBeInTheDocument();
    await userEvent.click(await screen.findByRole("button", { name: "Tentar novamente" }));
    expect(await screen.findByText("Pagamento realizado")).toBeInTheDocument();
  });

  it("is turned a page at a time, which is seen from its beginning", async () => {
    open([TASK], 11);
    server.use(
      http.get("/api/notifications", ({ request }) => {
        expect(new URL(request.url).search).toBe("?limit=10&offset=10");
        return HttpResponse.json([PAYMENT], { headers: { "X-Total-Count": "11" } });
      }),
    );
    screen.getByRole("list").scrollTop = 90;
    await userEvent.click(screen.getByRole("button", { name: "Próxima" }));
    expect(await screen.findByText("Pagamento realizado")).toBeInTheDocument();
    expect(screen.getByText("11–11 de 11")).toBeInTheDocument();
    expect(screen.getByRole("list").scrollTop).toBe(0);
  });
});

describe("reading", () => {
  it("a click marks it as read, then goes where it leads", async () => {
    open([TASK]);
    await userEvent.click(link(/^Nova tarefa/));
    await waitFor(() => expect(leave).toHaveBeenCalledWith("/tasks"));
    expect(writes).toEqual(["/api/notifications/4/read"]);
    expect(onRead).toHaveBeenCalled();
  });

  it("goes there even when it could not be marked", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    server.use(http.post("/api/notifications/:id/read", () => HttpResponse.error()));
    open([TASK]);
    await userEvent.click(link(/^Nova tarefa/));
    await waitFor(() => expect(leave).toHaveBeenCalledWith("/tasks"));
    expect(warn).toHaveBeenCalled();
  });

  it("goes there when the server takes its time to mark it", async () => {
    server.use(http.post("/api/notifications/:id/read", () => delay("infinite")));
    open([TASK]);
    await userEvent.click(link(/^Nova tarefa/));
    await waitFor(() => expect(leave).toHaveBeenCalledWith("/tasks"));
  });

  it("one that was read is a plain link", () => {
    open([PAYMENT]);
    const stay = vi.fn((event: Event) => event.preventDefault());
    addEventListener("click", stay, { once: true });
    expect(fireEvent.click(link(/^Pagamento/))).toBe(false);
    expect(stay).toHaveBeenCalled();
    expect(writes).toEqual([]);
    expect(link(/^Pagamento/)).toHaveAttribute("href", "/");
  });

  it("in a new tab it is marked here too", async () => {
    open([TASK]);
    addEventListener("click", (event) => event.preventDefault(), { once: true });
    fireEvent.click(link(/^Nova tarefa/), { ctrlKey: true });
    await waitFor(() => expect(writes).toEqual(["/api/notifications/4/read"]));
    expect(leave).not.toHaveBeenCalled();
  });

  it("one that leads nowhere is only marked", async () => {
    open([NOTICE]);
    await userEvent.click(screen.getByRole("button", { name: /^Aviso/ }));
    await waitFor(() => expect(writes).toEqual(["/api/notifications/2/read"]));
    expect(leave).not.toHaveBeenCalled();
  });

  it("'Marcar todas como lidas' reads them all and the list anew", async () => {
    open([TASK]);
    server.use(http.get("/api/notifications", () => HttpResponse.json([{ ...TASK, readAt: TASK.createdAt }])));
    await userEvent.click(screen.getByRole("button", { name: "Marcar todas como lidas" }));
    await waitFor(() => expect(link(/^Nova tarefa/)).not.toHaveTextContent("(não lida)"));
    expect(writes).toEqual(["/api/notifications/read-all"]);
    expect(onRead).toHaveBeenCalled();
  });

  it("'Excluir lidas' deletes those that were read and reads the list anew", async () => {
    open([TASK, PAYMENT]);
    server.use(
      http.delete("/api/notifications/read", ({ request }) => {
        writes.push(new URL(request.url).pathname);
        server.use(http.get("/api/notifications", () => HttpResponse.json([TASK])));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await userEvent.click(screen.getByRole("button", { name: "Excluir lidas" }));
    await waitFor(() => expect(screen.queryByText("Pagamento realizado")).not.toBeInTheDocument());
    expect(link(/^Nova tarefa/)).toBeInTheDocument();
    expect(writes).toEqual(["/api/notifications/read"]);
  });

  it("one is deleted alone, and the focus stays in the list's panel", async () => {
    open([TASK, PAYMENT]);
    server.use(
      http.delete("/api/notifications/:id", ({ request }) => {
        writes.push(new URL(request.url).pathname);
        server.use(http.get("/api/notifications", () => HttpResponse.json([PAYMENT])));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await userEvent.click(screen.getByRole("button", { name: "Excluir: Nova tarefa atribuída" }));
    await waitFor(() => expect(screen.queryByText("Nova tarefa atribuída")).not.toBeInTheDocument());
    expect(link(/^Pagamento/)).toBeInTheDocument();
    expect(writes).toEqual(["/api/notifications/4"]);
    expect(screen.getByRole("heading", { name: "Notificações" })).toHaveFocus();
    expect(onRead).toHaveBeenCalled();
  });

  it("one that is pressed twice is deleted once, and nothing is said to be missing", async () => {
    open([TASK, PAYMENT]);
    server.use(
      http.delete("/api/notifications/:id", async ({ request }) => {
        writes.push(new URL(request.url).pathname);
        if (writes.length > 1) return HttpResponse.json({ message: "x" }, { status: 404 });
        await delay(100);
        server.use(http.get("/api/notifications", () => HttpResponse.json([PAYMENT])));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await userEvent.dblClick(screen.getByRole("button", { name: "Excluir: Nova tarefa atribuída" }));
    await waitFor(() => expect(screen.queryByText("Nova tarefa atribuída")).not.toBeInTheDocument());
    expect(writes).toEqual(["/api/notifications/4"]);
    expect(document.querySelector(".toast")).toBeNull();
  });

  it("a failure of it is told", async () => {
    server.use(http.post("/api/notifications/read-all", () => HttpResponse.json({}, { status: 503 })));
    open([TASK]);
    await userEvent.click(screen.getByRole("button", { name: "Marcar todas como lidas" }));
    expect(await screen.findByText("Serviço em manutenção.")).toBeInTheDocument();
    expect(onRead).not.toHaveBeenCalled();
  });
});
