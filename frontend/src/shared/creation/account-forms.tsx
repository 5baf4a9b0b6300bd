/** One account as a form: typed by hand, or opened from the list. */
import { type FormEvent, startTransition, useEffect, useRef, useState } from "react";
import { toast } from "@/lib/toast";
import { counts, type Entry, readingOf } from "@/shared/creation/entries";
import { AccountForm } from "@/shared/creation/fields";
import { fieldOf, type GameDescription, keyOf, type Values } from "@/shared/creation/game";
import { accountProblems, problemOf } from "@/shared/creation/values";
import type { GridRow } from "@/shared/sheet/rows";
import { Button } from "@/ui/button";

type AccountPanelProps = {
  game: GameDescription;
  rate: string;
  row: GridRow<Entry>;
  form: Values;
  onChange: (own: Values) => void;
  onReset: () => void;
};

/** Everything of one account. What is typed is taken over when its field is left, as one step to undo. */
export function AccountPanel({ game, rate, row, form, onChange, onReset }: AccountPanelProps) {
  const { data } = row;
  const [typed, setTyped] = useState<Values>({});
  const panel = useRef<HTMLDivElement>(null);
  // Whoever opened it by a key is in the grid, whose Tab leads to other cells.
  useEffect(() => {
    if (document.activeElement?.getAttribute("role") === "grid") panel.current?.querySelector("input")?.focus();
  }, []);
  const values = { ...readingOf(data, game).own, ...data.own, ...typed };
  const known = new Map(game.fields.map((field) => [keyOf(field), field]));
  const problems = Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const field = known.get(key);
      return field && value.length > 0 ? [[key, problemOf(field, value)]] : [];
    }),
  );
  // What was typed stays in sight until the list has it.
  const keep = (all: Values) =>
    startTransition(() => {
      onChange(all);
      setTyped({});
    });
  const change = (changes: Values) => {
    const all = { ...typed, ...changes };
    setTyped(all);
    if (Object.keys(changes).some((key) => CHOICES.includes(known.get(key)?.kind ?? ""))) keep(all);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields in it are what is left
    <div
      ref={panel}
      className="grid w-full gap-4 py-2"
      onBlur={() => Object.keys(typed).length > 0 && keep(typed)}
      onKeyDown={({ key }) => key === "Escape" && panel.current?.closest("table")?.focus()}
    >
      <AccountForm
        game={game}
        rate={rate}
        values={values}
        problems={problems}
        form={{ ...form, title: row.title ?? form.title ?? "" }}
        onChange={change}
        shows={(field) => counts(field, game, form)}
      />
      <div>
        <Button size="sm" variant="ghost" icon="undo" onClick={onReset}>
          Usar as configurações gerais
        </Button>
      </div>
    </div>
  );
}

const CHOICES = ["choice", "choices", "images", "switch"];

type ManualSourceProps = {
  game: GameDescription;
  rate: string;
  form: Values;
  /** What was typed so far, kept as a draft. */
  own: Values;
  onChange: (own: Values) => void;
  onAdd: (accounts: readonly Values[]) => boolean;
};

/** One account typed by hand. What the next account is likely to share stays when one is added. */
export function ManualSource({ game, rate, form, own, onChange, onAdd }: ManualSourceProps) {
  const [shown, setShown] = useState(false);
  const [tries, setTries] = useState(0);
  const frame = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) frame.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries]);
  const problems = accountProblems(game, own, form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
    const [first, ...others] = Object.values(problems);
    if (first) {
      setTries(tries + 1);
      const several = game.words.missing ?? "Corrija os campos destacados antes de adicionar a conta.";
      toast.error(others.length > 0 ? several : first);
      return;
    }
    if (!onAdd([own])) return;
    setShown(false);
    toast.success("Conta adicionada.");
    const kept = [fieldOf(game, "provider"), fieldOf(game, "price"), fieldOf(game, "place")].map((field) =>
      field ? keyOf(field) : "",
    );
    onChange(Object.fromEntries(Object.entries(own).filter(([key]) => kept.includes(key))));
  };
  return (
    <form ref={frame} noValidate className="grid gap-6" onSubmit={submit}>
      <AccountForm
        game={game}
        rate={rate}
        values={own}
        problems={shown ? problems : {}}
        form={form}
        onChange={(changes) => onChange({ ...own, ...changes })}
      />
      <Button type="submit" variant="primary" icon="plus" className="justify-self-start">
        {game.words.add ?? "Adicionar à lista"}
      </Button>
    </form>
  );
}
