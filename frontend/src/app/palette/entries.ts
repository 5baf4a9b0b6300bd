/** Everything the palette reaches: the pages of the sidebar that the server rendered, places inside them, and acts. */
import type { IconName } from "@/ui/button";

/** `isOld`: found for other words than those that are typed now. */
export type PaletteEntry = Searchable & { icon: string; isOld?: boolean } & ({ href: string } | { run: () => void });

/** A place inside a page, for whoever has `page` (by default that of its address), as the server's navigation knows. */
type Place = [label: string, href: string, icon: IconName, section: string, keywords: string, page?: string];

/** A button of the shell, pressed for the person, so that what it does is written once. */
type Press = { label: string; button: string; icon: IconName; keywords: string };

const ACTIONS = "Ações";
export const OTHER_GAME = "Outro jogo";
const CREATOR = "/upload";

const PLACES: Place[] = [
  ["Nova tarefa", "/admin-panel?tab=tarefas&novo=tarefa", "plus", ACTIONS, "criar"],
  ["Novo funcionário", "/admin-panel?tab=funcionarios&novo=funcionario", "plus", ACTIONS, "criar pessoa usuario"],
  ["Transferir pagamento", "/admin-panel?tab=pagamentos", "wallet", ACTIONS, "pagar saldo"],
  ["Definir data de pagamento", "/admin-panel?tab=pagamentos", "calendar", ACTIONS, "cronograma"],
  ["Alterar senha", "/profile", "lock", ACTIONS, "segunda seguranca"],
  ["Painel: Tarefas", "/admin-panel?tab=tarefas", "tasks", "Admin Panel", ""],
  ["Painel: Ganhos", "/admin-panel?tab=ganhos", "wallet", "Admin Panel", ""],
  ["Painel: Pagamentos", "/admin-panel?tab=pagamentos", "calendar", "Admin Panel", ""],
  ["Painel: Funcionários", "/admin-panel?tab=funcionarios", "users", "Admin Panel", "pessoas equipe"],
  ["Todos os Ganhos", "/?ganhos=todos", "wallet", "Dashboard", "saldo dinheiro"],
  ["Tarefas pendentes", "/tasks?status=pending", "tasks", "Minhas Tarefas", ""],
  ["Tarefas atrasadas", "/tasks?status=overdue", "tasks", "Minhas Tarefas", ""],
  ["Novidades", "/novidades", "info", "Perfil", "versao changelog mudou", "/"],
  ["Escolher o jogo", "/game-selection", "play", "Criar Contas", "", CREATOR],
  ["Perfil: Informações Pessoais", "/profile", "user", "Perfil", "nome foto"],
  ["Perfil: Config. Upload", "/profile?tab=upload", "upload", "Perfil", "descricao"],
  ["Perfil: API GameBoost", "/profile?tab=api", "key", "Perfil", "chave"],
  ["Perfil: Atividade", "/profile?tab=atividade", "clock", "Perfil", "logs sessoes privacidade"],
];

const PRESSES: Press[] = [
  { label: "Abrir notificações", button: "[popovertarget=notifications]", icon: "bell", keywords: "sino avisos" },
  { label: "Saúde do sistema", button: "[data-health]", icon: "shield", keywords: "worker fila chave backup erros" },
  { label: "Tema: Light", button: "[data-theme-choice=light]", icon: "sun", keywords: "claro aparencia" },
  { label: "Tema: Dark", button: "[data-theme-choice=dark]", icon: "moon", keywords: "escuro aparencia" },
  { label: "Tema: System", button: "[data-theme-choice=system]", icon: "monitor", keywords: "sistema aparencia" },
  { label: "Sair", button: "[data-logout]", icon: "log-out", keywords: "logout encerrar sessao" },
];

/** Pages first, then places, then acts; `onShortcuts` shows the sheet of keys, `onGames` the search for any other game. */
export function allEntries(onShortcuts: () => void, onGames: () => void): PaletteEntry[] {
  const pages = sidebarPages();
  const known = new Set(pages.map(({ href }) => href));
  return [
    ...pages,
    ...PLACES.filter(([, href, , , , page]) => known.has(page ?? new URL(href, location.origin).pathname)).map(
      ([label, href, icon, section, keywords]) => ({ label, href, icon, section, keywords }),
    ),
    ...(known.has(CREATOR)
      ? [{ label: OTHER_GAME, icon: "store", section: "Criar Contas", keywords: "marketplace gameboost", run: onGames }]
      : []),
    ...PRESSES.filter(({ button }) => document.querySelector(button)).map(({ button, ...entry }) => ({
      ...entry,
      section: ACTIONS,
      run: () => document.querySelector<HTMLElement>(button)?.click(),
    })),
    { label: "Atalhos de teclado", icon: "info", section: ACTIONS, keywords: "teclas ajuda", run: onShortcuts },
  ];
}

/** The entries of templates/shell/_sidebar.html, under the title of their section. */
function sidebarPages() {
  const links = document.querySelectorAll<HTMLAnchorElement>("#sidebar .rail-scroll a[href]");
  return Array.from(links, (link) => ({
    label: link.textContent.trim(),
    href: link.pathname,
    icon: /icon-([\w-]+)/.exec(link.querySelector("i")?.className ?? "")?.[1] ?? "arrow-right",
    section: titleOf(link) ?? "Páginas",
  }));
}

function titleOf(link: Element): string | undefined {
  const title = link.closest("ul")?.getAttribute("aria-labelledby");
  return (title && document.getElementById(title)?.textContent?.trim()) || undefined;
}

type Searchable = { label: string; section: string; keywords?: string };

/** "Configurações" → "configuracoes" */
export function foldAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** The entries that answer to every word typed, best first; all of them, in their order, when nothing is typed. */
export function search<E extends Searchable>(entries: readonly E[], typed: string): E[] {
  const words = foldAccents(typed).split(/\s+/).filter(Boolean);
  return entries
    .map((entry) => ({ entry, weight: weightOf(entry, words) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ entry }) => entry);
}

/** 0 when a word is found nowhere. The label counts more than the other words, its beginning most. */
function weightOf({ label, section, keywords = "" }: Searchable, words: string[]): number {
  const name = foldAccents(label);
  const rest = foldAccents(`${section} ${keywords}`);
  const weights = words.map((word) => {
    if (name.startsWith(word)) return 4;
    if (name.split(/\W+/).some((part) => part.startsWith(word))) return 3;
    if (name.includes(word)) return 2;
    return rest.includes(word) ? 1 : 0;
  });
  return weights.includes(0) ? 0 : weights.reduce<number>((sum, weight) => sum + weight, 1);
}
