import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { accept, written } from "@/shared/sheet/cells";
import type { GridColumn } from "@/shared/sheet/rows";
import { Input } from "@/ui/fields";

type CellEditorProps<T> = {
  column: GridColumn<T>;
  row: T;
  label: string;
  /** What was typed to open it, null to begin with what the cell holds. */
  typed: string | null;
  /** The new value, null when nothing has changed; `key` closed it, `back` with Shift. */
  onCommit: (value: string | null, key: "Enter" | "Tab" | "", back: boolean) => void;
  onCancel: () => void;
};

/** One cell being written: Enter and Tab keep it, Escape gives it up, what is refused stays open with the reason. */
export function CellEditor<T>({ column, row, label, typed, onCommit, onCancel }: CellEditorProps<T>) {
  const before = written(column, row);
  const [text, setText] = useState(typed ?? before);
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const over = useRef(false);
  const id = useId();

  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (typed === null) input.current?.select();
  }, [typed]);

  const keep = (key: "Enter" | "Tab" | "", back = false) => {
    if (over.current) return;
    const { value, problem } = text === before ? UNCHANGED : accept(column, row, text);
    setProblem(problem);
    if (problem !== "") return;
    over.current = true;
    onCommit(value, key, back);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key, shiftKey } = event;
    if (key === "Escape") {
      // Only the editor is closed by it, not the window around it.
      event.stopPropagation();
      over.current = true;
      onCancel();
    } else if (key === "Enter" || key === "Tab") {
      event.preventDefault();
      keep(key, shiftKey);
    }
  };
  return (
    <>
      <Input
        ref={input}
        className="sheet-editor"
        aria-label={label}
        aria-invalid={problem !== "" || undefined}
        aria-describedby={problem === "" ? undefined : id}
        autoComplete="off"
        spellCheck={false}
        inputMode={INPUT_MODES[column.kind ?? "text"]}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem("");
        }}
        onBlur={() => keep("")}
        onKeyDown={onKeyDown}
      />
      {problem !== "" && (
        <p id={id} role="alert" className="sheet-problem">
          {problem}
        </p>
      )}
    </>
  );
}

const UNCHANGED = { value: null, problem: "" };
const INPUT_MODES = { text: "text", secret: "text", money: "decimal", count: "numeric" } as const;
