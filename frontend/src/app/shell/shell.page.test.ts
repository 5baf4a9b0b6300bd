import { fireEvent, screen, waitFor } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { api } from "@/api/client";
import { startLoadingLinks } from "@/app/shell/loading-links";
import { showUnread, startNotifications } from "@/app/shell/notifications";
import { logOut, startPresence, startSession } from "@/app/shell/session";
import { startSidebar } from "@/app/shell/sidebar";
import * as navigate from "@/lib/navigate";
import { eventually } from "../../../test/eventually";
import { ANA, signIn } from "../../../test/render";
import { server } from "../../../test/server";

let leave: MockInstance<typeof navigate.leaveFor>;
/** What was sent to PATCH /api/users/7/status, in order. */
let statuses: boolean[];

beforeEach(() => {
  leave = vi.spyOn(navigate, "leaveFor").mockImplementation(() => undefined);
  statuses = [];
  server.use(
    http.patch("/api/users/7/status", async ({ request }) => {
      const { isOnline } = (await request.json()) as { isOnline: boolean };
      statuses.push(isOnline);
      return HttpResponse.json({});
    }),
  );
});

const sent = (expected: boolean[]) => eventually(() => expect(statuses).toEqual(expected));

describe("presence", () => {
  it("is online on restore, and again while the page stays open", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    signIn();
    startPresence();
    await sent([true]);
    vi.advanceTimersByTime(60_000);
    await sent([true, true]);
  });

  it("is offline when the page closes", async () => {
    vi.setSystemTime(Date.now() + 60_000);
    signIn();
    startPresence();
    await sent([true]);
    fireEvent(window, new Event("pagehide"));
    await eventually(() => expect(statuses).toContain(false));
  });

  it("stays online on the way to another page of ours", async () => {
    signIn();
    startPresence();
    await sent([true]);
    navigate.markLeaving();
    fireEvent(window, new Event("pagehide"));
    await new Promise((done) => setTimeout(done, 50));
    expect(statuses).not.toContain(false);
  });

  it("says nothing when no one is signed in", async () => {
    signIn(null);
    startPresence();
    await new Promise((done) => setTimeout(done, 50));
    expect(statuses).toEqual([]);
  });

  it("a failure is only logged", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    server.use(http.patch("/api/users/7/status", () => HttpResponse.json({}, { status: 500 })));
    signIn();
    startPresence();
    await eventually(() => expect(warn).toHaveBeenCalled());
    expect(document.getElementById("toasts")).toBeNull();
  });
});

describe("session", () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  // Until then nothing is read after a log-out.
  afterEach(() => vi.advanceTimersByTime(navigate.LEAVING_MS));

  it("keeps the restored person, six fields only", () => {
    signIn({ ...ANA, browserInfo: "x" } as typeof ANA);
    startSession();
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toEqual(ANA);
  });

  const noRoom = () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("no room", "QuotaExceededError");
    });
  };
  it.each([
    ["every 'Sair' logs out", () => undefined],
    ["works where the browser has no room to keep anything", noRoom],
  ])("%s", async (_, prepare) => {
    prepare();
    server.use(http.post("/api/auth/logout", () => HttpResponse.json({})));
    signIn();
    document.body.insertAdjacentHTML("beforeend", "<button data-logout>Sair</button>");
    startSession();
    fireEvent.click(screen.getByRole("button", { name: "Sair" }));
    await eventually(() => expect(leave).toHaveBeenCalledWith("/login"));
  });

  it("'logout marks offline, clears storage and returns to login'", async () => {
    const calls: string[] = [];
    server.use(
      http.post("/api/auth/logout", () => {
        calls.push("logout");
        return HttpResponse.json({});
      }),
    );
    localStorage.setItem("user", "{}");
    await logOut(7);
    expect(statuses).toEqual([false]);
    expect(calls).toEqual(["logout"]);
    expect(localStorage.getItem("user")).toBeNull();
    expect(leave).toHaveBeenCalledWith("/login");
  });

  it("'errors ignored, then local logout'", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    server.use(http.post("/api/auth/logout", () => HttpResponse.error()));
    await logOut(7);
    expect(leave).toHaveBeenCalledWith("/login");
  });

  it("reads nothing any more while 'Sair' is under way", async () => {
    const asked: string[] = [];
    server.use(
      http.get("/api/earnings/totals", async () => {
        asked.push("totals");
        await delay("infinite");
      }),
      http.get("/api/users", () => {
        asked.push("users");
        return HttpResponse.json([]);
      }),
      http.post("/api/auth/logout", () => HttpResponse.json({})),
    );
    const before = api.get("/api/earnings/totals").catch((error: Error) => error);
    await eventually(() => expect(asked).toEqual(["totals"]));
    const leaving = logOut(7);
    await expect(before).resolves.toBeInstanceOf(Error);
    await expect(api.get("/api/users")).rejects.toThrow("Erro de conexão");
    await leaving;
    expect(asked).toEqual(["totals"]);
  });

  it.each([
    ["signed out", null, "/login"],
    ["signed in as somebody else", { ...ANA, id: 70 }, "/"],
  ])("leaves the page when the person %s in another tab", (_, person, path) => {
    signIn();
    startSession();
    const stored = (newValue: string | null) => fireEvent(window, new StorageEvent("storage", { key: "user", newValue }));
    stored(JSON.stringify({ ...ANA, fullName: "Ana S." }));
    expect(leave).not.toHaveBeenCalled();
    stored(person && JSON.stringify(person));
    expect(leave).toHaveBeenCalledWith(path);
  });

  it("a page is drawn anew when practice begins or ends in another tab", () => {
    signIn();
    startSession();
    fireEvent(window, Object.assign(new Event("storage"), { key: "training", newValue: "1" }));
    expect(leave).toHaveBeenCalledWith(location.href);
  });
});

describe("loading links", () => {
  let open: MockInstance<typeof navigate.openWithOverlay>;

  startLoadingLinks();
  beforeEach(() => {
    open = vi.spyOn(navigate, "openWithOverlay").mockImplementation(() => undefined);
    document.body.innerHTML = `
      <a href="/tasks" data-loading="Carregando Minhas Tarefas..." data-delay="sidebar"><i>Tarefas</i></a>
      <a href="/profile" data-loading="Abrindo perfil..." data-delay="quick">Perfil</a>
      <a href="#comum">comum</a>`;
  });

  it("wait 1000 ms from the sidebar and 800 ms from a menu", () => {
    fireEvent.click(screen.getByText("Tarefas"));
    fireEvent.click(screen.getByText("Perfil"));
    expect(open.mock.calls).toEqual([
      [`${location.origin}/tasks`, "Carregando Minhas Tarefas...", 1000],
      [`${location.origin}/profile`, "Abrindo perfil...", 800],
    ]);
  });

  it("leave new tabs and ordinary links to the browser", () => {
    const stay = (event: Event) => event.preventDefault();
    addEventListener("click", stay);
    fireEvent.click(screen.getByText("Perfil"), { ctrlKey: true });
    fireEvent.click(screen.getByText("comum"));
    removeEventListener("click", stay);
    expect(open).not.toHaveBeenCalled();
  });
});

describe("sidebar", () => {
  it("collapses, and is remembered", () => {
    document.documentElement.dataset.sidebar = "expanded";
    document.body.innerHTML = "<button data-sidebar-toggle>Recolher menu</button>";
    startSidebar();
    const button = screen.getByRole("button");
    expect(button.ariaExpanded).toBe("true");
    fireEvent.click(button);
    expect(document.documentElement.dataset.sidebar).toBe("collapsed");
    expect(localStorage.getItem("sidebar")).toBe("collapsed");
    expect(button.ariaExpanded).toBe("false");
    fireEvent.click(button);
    expect(localStorage.getItem("sidebar")).toBe("expanded");
  });

  it("shows the entry of the page that one is on", () => {
    document.body.innerHTML = '<div class="rail-scroll"><a href="/">Dashboard</a><a aria-current="page">Perfil</a></div>';
    const [list, link] = [".rail-scroll", "[aria-current]"].map((place) => document.querySelector(place) as Element);
    if (list) list.getBoundingClientRect = () => new DOMRect(0, 100, 200, 500);
    if (link) link.getBoundingClientRect = () => new DOMRect(0, 880, 200, 40);

    startSidebar();

    expect(list?.scrollTop).toBe(320);
  });
});

describe("notifications", () => {
  const BELL = `
    <button><span data-unread hidden></span></button>
    <div id="notifications"><p>Carregando...</p></div>`;
  const badge = () => document.querySelector("[data-unread]") as HTMLElement;

  it.each([
    [0, false, "0", "Notificações"],
    [9, true, "9", "Notificações: 9 não lidas"],
    [10, true, "9+", "Notificações: 9+ não lidas"],
  ])("%i unread", (count, shown, text, name) => {
    document.body.innerHTML = BELL;
    showUnread(count);
    expect(badge().hidden).toBe(!shown);
    expect(badge()).toHaveTextContent(text);
    expect(badge().closest("button")?.ariaLabel).toBe(name);
  });

  it("are counted again every 60 s, and when the page is looked at again", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let count = 10;
    server.use(http.get("/api/notifications/7/unread-count", () => HttpResponse.json(count)));
    signIn();
    document.body.insertAdjacentHTML("beforeend", BELL);
    startNotifications();
    await vi.advanceTimersByTimeAsync(60_000);
    await eventually(() => expect(badge()).toHaveTextContent("9+"));
    count = 3;
    fireEvent(document, new Event("visibilitychange"));
    await eventually(() => expect(badge()).toHaveTextContent("3"));
  });

  it("are listed when the bell is opened; reading them all clears the badge", async () => {
    const message = { id: 1, title: "Nova tarefa atribuída", body: "", url: "", createdAt: "2026-01-01T00:00:00Z" };
    server.use(
      http.get("/api/notifications", () =>
        HttpResponse.json([{ ...message, readAt: null }], { headers: { "X-Total-Count": "1" } }),
      ),
      http.post("/api/notifications/read-all", () => HttpResponse.json({ updated: 3 })),
      http.get("/api/notifications/7/unread-count", () => HttpResponse.json(0)),
    );
    signIn();
    document.body.insertAdjacentHTML("beforeend", BELL);
    showUnread(3);
    startNotifications();
    const opening = Object.assign(new Event("toggle"), { newState: "open" });
    document.getElementById("notifications")?.dispatchEvent(opening);
    expect(await screen.findByText("Nova tarefa atribuída")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "Marcar todas como lidas" }));
    await waitFor(() => expect(badge().hidden).toBe(true));
  });
});
