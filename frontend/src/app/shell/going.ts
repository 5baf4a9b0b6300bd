/** The runs under way, in the header: drawn by the server, read again while there are some. */
import { api, type Schemas } from "@/api/client";
import { announce } from "@/lib/announce";
import { POLL_GOING_MS } from "@/lib/constants";

let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads and shows them now, and again until nothing is under way. */
export async function followRuns(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const link = document.querySelector<HTMLAnchorElement>("#going");
  if (!link) return;
  try {
    if (!document.hidden) show(link, await api.get("/api/bulk/runs/going"));
  } catch (error) {
    console.warn("runs under way not read", error);
  }
  if (!link.hidden) timer ??= setTimeout(followRuns, POLL_GOING_MS);
}

function show(link: HTMLAnchorElement, { text, percent, href }: Schemas["BulkGoingOutput"]): void {
  const wasHidden = link.hidden;
  link.hidden = text === "";
  if (link.hidden !== wasHidden) announce(wasHidden ? `Em andamento: ${text}` : "Nenhuma execução em andamento.");
  link.setAttribute("href", href);
  link.querySelector("[data-share]")?.setAttribute("stroke-dasharray", `${percent} 100`);
  const [label, share] = link.querySelectorAll("[data-told]");
  label?.replaceChildren(text);
  share?.replaceChildren(`${percent}%`);
}
