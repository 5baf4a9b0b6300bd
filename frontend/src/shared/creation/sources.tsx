/** Where accounts come from: pasted lines and a form of one account. Analysed texts and files have files of their own. */
import { type ClipboardEvent, type KeyboardEvent, startTransition, useOptimistic, useState, useTransition } from "react";
import { messageOf } from "@/lib/errors";
import { plural } from "@/lib/format";
import { toast } from "@/lib/toast";
import { newEntries } from "@/shared/creation/entries";
import type { GameDescription } from "@/shared/creation/game";
import { carriesCookie, numberedLines, parseLines, readLine, TEXT_EMPTY, textProblem } from "@/shared/creation/lines";
import type { Box } from "@/shared/creation/use-box";
import type { ListOfAccounts } from "@/shared/creation/use-list";
import { useAnnounce } from "@/ui/announcement";
import { Button } from "@/ui/button";
import { TextareaField } from "@/ui/fields";

type PasteSourceProps = {
  game: GameDescription;
  box: Box;
  list: ListOfAccounts;
  /** Whether something stays in the box. */
  onRead: (left: boolean) => void;
};

/** The text area with its line counter. What is pasted is read without asking; Ctrl+Enter reads what was typed. */
export function PasteSource({ game, box, list, onRead }: PasteSourceProps) {
  const [problem, setProblem] = useState("");
  const [reading, startReading] = useTransition();
  // A key is shown at once; the page around the text, with thousands of accounts, follows.
  const [text, show] = useOptimistic(box.text);
  const write = (typed: string) =>
    startTransition(() => {
      show(typed);
      box.setText(typed);
    });
  const addLines = (text: string) => {
    const { lines, cookies } = parseLines(text);
    if (lines.length + cookies.length === 0) return toast.error(TEXT_EMPTY, "Texto vazio");
    const refused = textProblem(text, lines.length + cookies.length + list.entries.length, game.limits);
    setProblem(refused || (cookies.length > 0 ? readLine(cookies[0] ?? "", game.lines).error : ""));
    box.setText(refused ? text : cookies.join("\n"));
    if (refused || lines.length === 0) return;
    addTo(list, lines, game.limits.maxLines);
    onRead(cookies.length > 0);
  };
  /** The press is answered before thousands of lines are read, and they are never laid out as text. */
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = event.clipboardData.getData("text");
    event.preventDefault();
    startReading(async () => {
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
      startReading(() => addLines(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)));
    });
  };
  return (
    <>
      <p className="mb-2 text-muted text-sm">{game.lines.format}</p>
      <TextareaField
        label="Detalhes das contas"
        hint={reading ? "Lendo…" : counter(text, game)}
        error={problem || undefined}
        {...AS_IT_IS}
        value={text}
        placeholder={game.lines.example}
        onChange={({ target }) => {
          setProblem("");
          write(target.value);
        }}
        onKeyDown={onControlEnter(() => addLines(text))}
        onPaste={onPaste}
      />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button
          variant={list.entries.length > 0 && text === "" ? "secondary" : "primary"}
          icon="search"
          aria-keyshortcuts="Control+Enter"
          data-tooltip="Ctrl + Enter"
          onClick={() => addLines(text)}
        >
          {game.analyse ? "Ler linhas" : game.words.analyse}
        </Button>
        <Button variant="ghost" disabled={text === ""} onClick={() => write("")}>
          Limpar
        </Button>
        {text !== "" && <SaveNote saving={box.saving} failure={box.failure} cookies={box.cookies} />}
      </div>
      {box.conflicts > 0 && (
        <p className="mt-2 text-sm text-warn">
          Este texto também foi alterado em outra aba: as duas versões de cada linha ficaram, uma abaixo da outra.
        </p>
      )}
    </>
  );
}

/** Of a text area that takes accounts. */
export const AS_IT_IS = { code: true, rows: 8, autoComplete: "off", autoCapitalize: "off" } as const;

/** Ctrl+Enter, or ⌘ Enter, does what the button under a text area does. */
export const onControlEnter = (send: () => unknown) => (event: KeyboardEvent) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  send();
};

function counter(text: string, game: GameDescription): string {
  const lines = numberedLines(text);
  if (lines.length === 0) return "Nenhuma linha";
  const valid = lines.filter(([, line]) => !carriesCookie(line) && readLine(line, game.lines).error === "").length;
  const parts = [plural(lines.length, "linha", "linhas"), plural(valid, "válida", "válidas")];
  return [...parts, ...(valid < lines.length ? [`${lines.length - valid} com problema`] : [])].join(" · ");
}

type SaveNoteProps = { saving: boolean; failure: unknown; cookies?: boolean };

/** Whether what was not sent lies on the server yet. */
export function SaveNote({ saving, failure, cookies = false }: SaveNoteProps) {
  const problem = failure ? `Não foi guardado: ${messageOf(failure)} Tentando de novo.` : "";
  useAnnounce(problem, { atOnce: true, assertive: true });
  if (problem) return <span className="text-bad text-sm">{problem}</span>;
  return (
    <span className="text-muted text-sm">
      {saving ? "Guardando…" : "Guardado por 7 dias, só para você."}
      {cookies && " Linhas com cookie de sessão não são guardadas."}
    </span>
  );
}

const LIST_FULL = "A lista tem no máximo 5.000 contas. Crie parte delas antes de adicionar outras.";

/** Puts accounts into the list; null, and told, when there is no room. */
export function addTo(list: ListOfAccounts, accounts: Parameters<typeof newEntries>[1], most: number) {
  if (list.entries.length + accounts.length > most) {
    toast.error(LIST_FULL);
    return null;
  }
  const made = newEntries(list.entries, accounts);
  list.change((entries) => [...entries, ...made]);
  return made;
}
