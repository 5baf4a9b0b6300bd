/** Toasts (product: shell.toasts).
 * Plain DOM inside #toasts of base.html: the same for shell and islands. */
import { announce } from "@/lib/announce";
import { TOAST_MS } from "@/lib/constants";
import { element, placeOf } from "@/lib/dom";

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
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([kind, text, title]));
    } catch (error) {
      console.warn(error);
    }
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
  const content = element("div", {}, element("strong", {}, title), element("p", {}, text));
  const close = element("button", { type: "button", ariaLabel: "Fechar aviso" }, icon("close"));
  const item = element("div", { className: "toast" }, icon(ICONS[kind]), content, close);
  item.dataset.kind = kind;
  close.addEventListener("click", () => item.remove());
  placeOf("toasts").replaceChildren(item);
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
  placeOf("toasts").replaceChildren();
}

function closeLater(item: HTMLElement): void {
  clearTimeout(timer);
  timer = setTimeout(() => item.remove(), TOAST_MS);
}

const icon = (name: string) => element("i", { className: `icon icon-${name}`, ariaHidden: "true" });
