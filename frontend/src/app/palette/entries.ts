/** Everything the palette reaches: the pages of the sidebar that the server rendered, places inside them, and acts. */
import type { Searchable } from "@/app/palette/search";
import type { IconName } from "@/ui/icon";

export type Entry = Searchable & { icon: string } & ({ href: string } | { run: () => void });

/** A place inside a page, offered to whoever has that page: the server's navigation knows who that is. */
type Place = { label: string; href: string; icon: IconName; section: string; keywords?: string; page?: string };

/** A button of the shell, pressed for the person, so that what it does is written once. */
type Press = { label: string; button: string; icon: IconName; keywords: string };

const ACTIONS = "Ações";

const PLACES: Place[] = [
  {
    label: "Nova tarefa",
    href: "/admin-panel?tab=tarefas&novo=tarefa",
    icon: "plus",
    section: ACTIONS,
    keywords: "criar",
  },
  {
    label: "Novo funcionário",
    href: "/admin-panel?tab=funcionarios&novo=funcionario",
    icon: "plus",
    section: ACTIONS,
    keywords: "criar pessoa usuario",
  },
  {
    label: "Transferir pagamento",
    href: "/admin-panel?tab=pagamentos",
    icon: "wallet",
    section: ACTIONS,
    keywords: "pagar saldo",
  },
  {
    label: "Definir data de pagamento",
    href: "/admin-panel?tab=pagamentos",
    icon: "calendar",
    section: ACTIONS,
    keywords: "cronograma",
  },
  { label: "Alterar senha", href: "/profile", icon: "lock", section: ACTIONS, keywords: "segunda seguranca" },
  { label: "Painel: Tarefas", href: "/admin-panel?tab=tarefas", icon: "tasks", section: "Admin Panel" },
  { label: "Painel: Ganhos", href: "/admin-panel?tab=ganhos", icon: "wallet", section: "Admin Panel" },
  { label: "Painel: Pagamentos", href: "/admin-panel?tab=pagamentos", icon: "calendar", section: "Admin Panel" },
  {
    label: "Painel: Funcionários",
    href: "/admin-panel?tab=funcionarios",
    icon: "users",
    section: "Admin Panel",
    keywords: "pessoas equipe",
  },
  {
    label: "Todos os Ganhos",
    href: "/?ganhos=todos",
    icon: "wallet",
    section: "Dashboard",
    keywords: "saldo dinheiro",
  },
  { label: "Tarefas pendentes", href: "/tasks?status=pending", icon: "tasks", section: "Minhas Tarefas" },
  { label: "Tarefas atrasadas", href: "/tasks?status=overdue", icon: "tasks", section: "Minhas Tarefas" },
  {
    label: "Novidades",
    href: "/novidades",
    icon: "info",
    section: "Perfil",
    page: "/",
    keywords: "versao changelog mudou",
  },
  { label: "Escolher o jogo", href: "/game-selection", icon: "play", section: "Criar Contas", page: "/roblox-bulk" },
  { label: "Perfil: Informações Pessoais", href: "/profile", icon: "user", section: "Perfil", keywords: "nome foto" },
  {
    label: "Perfil: Config. Upload",
    href: "/profile?tab=upload",
    icon: "upload",
    section: "Perfil",
    keywords: "descricao",
  },
  { label: "Perfil: API GameBoost", href: "/profile?tab=api", icon: "key", section: "Perfil", keywords: "chave" },
  {
    label: "Perfil: Atividade",
    href: "/profile?tab=atividade",
    icon: "clock",
    section: "Perfil",
    keywords: "logs sessoes privacidade",
  },
];

const PRESSES: Press[] = [
  { label: "Abrir notificações", button: "[popovertarget=notifications]", icon: "bell", keywords: "sino avisos" },
  { label: "Tema: Light", button: "[data-theme-choice=light]", icon: "sun", keywords: "claro aparencia" },
  { label: "Tema: Dark", button: "[data-theme-choice=dark]", icon: "moon", keywords: "escuro aparencia" },
  { label: "Tema: System", button: "[data-theme-choice=system]", icon: "monitor", keywords: "sistema aparencia" },
  { label: "Sair", button: "[data-logout]", icon: "log-out", keywords: "logout encerrar sessao" },
];

/** Pages first, then places, then acts; `onShortcuts` shows the sheet of keys. */
export function allEntries(onShortcuts: () => void): Entry[] {
  const pages = sidebarPages();
  const known = new Set(pages.map(({ href }) => href));
  return [
    ...pages,
    ...PLACES.filter(({ href, page }) => known.has(page ?? new URL(href, location.origin).pathname)),
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
