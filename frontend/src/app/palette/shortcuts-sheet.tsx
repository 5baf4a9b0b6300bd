import { useState } from "react";
import { Dialog } from "@/ui/dialog";
import { Switch } from "@/ui/fields";

type Shortcut = { keys: string[]; does: string };

const GROUPS: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: "Em qualquer página",
    shortcuts: [
      { keys: ["Ctrl", "K"], does: "Buscar páginas e ações (no Mac, ⌘ K)" },
      { keys: ["?"], does: "Mostrar estes atalhos" },
      { keys: ["Esc"], does: "Fechar a janela, o menu ou o aviso" },
    ],
  },
  {
    title: "Na busca",
    shortcuts: [
      { keys: ["↑", "↓"], does: "Percorrer os resultados" },
      { keys: ["Enter"], does: "Abrir o resultado" },
      { keys: ["Ctrl", "Enter"], does: "Abrir em outra guia" },
    ],
  },
  {
    title: "Nas abas",
    shortcuts: [
      { keys: ["←", "→"], does: "Aba anterior ou próxima" },
      { keys: ["Home", "End"], does: "Primeira ou última aba" },
    ],
  },
];

/** What the keys do, and the switch that WCAG 2.1.4 asks for. */
export function ShortcutsSheet() {
  const [open, setOpen] = useState(true);
  const [on, setOn] = useState(singleKeysAreOn);
  const turn = (next: boolean) => {
    allowSingleKeys(next);
    setOn(next);
  };
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Atalhos de teclado">
      <div className="grid gap-5">
        {GROUPS.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className="mb-1 text-sm font-medium text-muted">{title}</h3>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div
                  key={does}
                  className="flex items-center justify-between gap-4 border-line border-b py-2 last:border-0"
                >
                  <dt className="flex flex-none gap-1 order-last">
                    {keys.map((key) => (
                      <Key key={key} name={key} />
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label="Atalho ?"
          description="Desligado, o ponto de interrogação não faz nada; estes atalhos continuam na busca."
          checked={on}
          onChange={turn}
        />
      </div>
    </Dialog>
  );
}

/** A key of the keyboard. */
function Key({ name }: { name: string }) {
  return (
    <kbd className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 text-center font-sans text-sm text-muted">
      {name}
    </kbd>
  );
}

/** Shortcuts of one key can be turned off, since dictation and screen readers send such keys too (WCAG 2.1.4). */
const STORAGE_KEY = "single-keys";

export const singleKeysAreOn = (): boolean => localStorage.getItem(STORAGE_KEY) !== "off";

function allowSingleKeys(on: boolean): void {
  localStorage.setItem(STORAGE_KEY, on ? "on" : "off");
}
