import { Icon, type IconName } from "@/ui/icon";

const ACTIONS: { title: string; text: string; href: string; icon: IconName }[] = [
  { title: "Minhas Tarefas", text: "Metas, prazos e entregas", href: "/tasks", icon: "tasks" },
  { title: "Criar Contas", text: "Escolher o jogo e publicar", href: "/game-selection", icon: "plus" },
  { title: "Meu Perfil", text: "Dados, descrições e API", href: "/profile", icon: "user" },
];

/** 'each shows Carregando {title}... and navigates after 800 ms': the shell does that for `data-loading` links. */
export function QuickActions() {
  return (
    <nav aria-label="Ações rápidas" className="grid gap-3 sm:grid-cols-3">
      {ACTIONS.map(({ title, text, href, icon }) => (
        <a
          key={href}
          href={href}
          data-loading={`Carregando ${title}...`}
          data-delay="quick"
          className="card group flex items-center gap-3 px-4 py-3 hover:border-line-strong"
        >
          <Icon name={icon} className="text-lg text-accent" />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{title}</span>
            <span className="block text-sm text-muted">{text}</span>
          </span>
          <Icon name="chevron-right" className="text-muted group-hover:text-ink" />
        </a>
      ))}
    </nav>
  );
}
