import { type FormEvent, useEffect, useRef, useState } from "react";
import { toast } from "@/lib/toast";
import { AccountForm } from "@/shared/creation/fields";
import { fieldOf, type GameDescription, keyOf, type Values } from "@/shared/creation/game";
import { accountProblems } from "@/shared/creation/values";
import { Button } from "@/ui/button";

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
export default function ManualSource({ game, rate, form, own, onChange, onAdd }: ManualSourceProps) {
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
