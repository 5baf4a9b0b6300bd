/** Toasts, 'one at a time', closed 'after 5000 ms', titled 'Erro' or 'Sucesso'.
 *
 * Plain DOM inside #toasts of base.html: the same for shell and islands.
 */
import { announce } from "@/lib/announce";
import { TOAST_MS } from "@/lib/constants";

type Kind = "success" | "error" | "info";

const TITLES: Record<Kind, string> = { success: "Sucesso", error: "Erro", info: "Aviso" };
const ICONS: Record<Kind, string> = { success: "circle-check", error: "alert", info: "info" };
const STORAGE_KEY = "toast";

let timer: ReturnType<typeof setTimeout> | undefined;

export const toast = {
  success: (text: string, title?: string) => show("success", text, title),
  error: (text: string, title?: string) => show("error", text, title),
  info: (text: string, title?: string) => show("info", text, title),

  afterNavigation(kind: Kind, text: string, title?: string): void {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([kind, text, title]));
  },

  /** Show what the page before left behind, once. */
  restore(): void {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    if (stored === null) return;
    sessionStorage.removeItem(STORAGE_KEY);
    show(...(JSON.parse(stored) as [Kind, string, string?]));
  },
};

function show(kind: Kind, text: string, title = TITLES[kind]): void {
  const item = document.createElement("div");
  item.className = "toast";
  item.dataset.kind = kind;
  item.append(icon(ICONS[kind]), words(title, text), closeButton(item));
  place().replaceChildren(item);
  announce(`${title}. ${text}`);
  closeLater(item);
  item.addEventListener("pointerenter", () => clearTimeout(timer));
  item.addEventListener("pointerleave", () => closeLater(item));
  item.addEventListener("focusin", () => clearTimeout(timer));
  item.addEventListener("focusout", () => closeLater(item));
  document.addEventListener("keydown", closeByEscape);
}

function closeByEscape({ key }: KeyboardEvent): void {
  if (key !== "Escape") return;
  document.removeEventListener("keydown", closeByEscape);
  place().replaceChildren();
}

function closeLater(item: HTMLElement): void {
  clearTimeout(timer);
  timer = setTimeout(() => item.remove(), TOAST_MS);
}

function place(): HTMLElement {
  const existing = document.getElementById("toasts");
  if (existing) return existing;
  const created = document.createElement("div");
  created.id = "toasts";
  document.body.append(created);
  return created;
}

function words(title: string, text: string): HTMLElement {
  const block = document.createElement("div");
  const heading = document.createElement("strong");
  const body = document.createElement("p");
  heading.textContent = title;
  body.textContent = text;
  block.append(heading, body);
  return block;
}

function closeButton(item: HTMLElement): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.ariaLabel = "Fechar aviso";
  button.append(icon("close"));
  button.addEventListener("click", () => item.remove());
  return button;
}

function icon(name: string): HTMLElement {
  const mark = document.createElement("i");
  mark.className = `icon icon-${name}`;
  mark.ariaHidden = "true";
  return mark;
}
