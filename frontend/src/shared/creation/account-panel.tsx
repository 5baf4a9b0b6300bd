import { useState } from "react";
import { counts, type Entry, readingOf } from "@/shared/creation/entries";
import { AccountForm } from "@/shared/creation/fields";
import { type GameDescription, keyOf, type Values } from "@/shared/creation/game";
import { problemOf } from "@/shared/creation/values";
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
export default function AccountPanel({ game, rate, row, form, onChange, onReset }: AccountPanelProps) {
  const { data } = row;
  const [typed, setTyped] = useState<Values>({});
  const values = { ...readingOf(data, game).own, ...data.own, ...typed };
  const known = new Map(game.fields.map((field) => [keyOf(field), field]));
  const problems = Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const field = known.get(key);
      return field && value.length > 0 ? [[key, problemOf(field, value)]] : [];
    }),
  );
  const keep = () => {
    if (Object.keys(typed).length === 0) return;
    onChange(typed);
    setTyped({});
  };
  const change = (changes: Values) => {
    const isChoice = Object.keys(changes).some((key) =>
      ["choice", "choices", "images", "switch"].includes(known.get(key)?.kind ?? ""),
    );
    if (isChoice) onChange({ ...typed, ...changes });
    setTyped(isChoice ? {} : { ...typed, ...changes });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields in it are what is left
    <div className="grid w-full gap-4 py-2" onBlur={keep}>
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
