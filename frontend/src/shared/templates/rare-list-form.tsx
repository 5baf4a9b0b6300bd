import { type FormEvent, useEffect, useState } from "react";
import type { ListValues, RareList } from "@/api/templates";
import { currentUser } from "@/lib/app-context";
import { useForm } from "@/lib/use-form";
import { Button } from "@/ui/button";
import { Switch } from "@/ui/switch";
import { TextField } from "@/ui/text-field";
import { TextareaField } from "@/ui/textarea-field";

type RareListFormProps = {
  list: RareList | null;
  save: (call: { id: number | null; values: ListValues }) => Promise<unknown>;
  onDone: () => void;
  /** Tells whether it holds what is not saved. */
  onChanged: (changed: boolean) => void;
};

/** A name, and one item a line, the dearest first. */
export function RareListForm({ list, save, onDone, onChanged }: RareListFormProps) {
  const [shared, setShared] = useState(list?.shared ?? false);
  const form = useForm({
    initial: { name: list?.name ?? "", items: list?.items.join("\n") ?? "" },
    validate: ({ name, items }) => ({
      ...(name.trim() === "" && { name: "Dê um nome à lista" }),
      ...(namesIn(items).length === 0 && { items: "Escreva ao menos um item" }),
    }),
    onSubmit: async ({ name, items }) => {
      await save({ id: list?.id ?? null, values: { name, items: namesIn(items), shared } });
      onDone();
    },
  });
  useEffect(() => onChanged(form.changed), [onChanged, form.changed]);
  const submit = (event: FormEvent) => {
    event.stopPropagation();
    return form.submit(event);
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <TextField label="Nome da lista" required autoFocus maxLength={80} {...form.field("name")} />
      <TextareaField label="Itens" hint="Um por linha, do mais valioso ao menos." rows={10} {...form.field("items")} />
      {currentUser().role === "admin" && (
        <Switch label="Compartilhar com todos" checked={shared} onChange={setShared} />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Voltar</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Salvar lista
        </Button>
      </div>
    </form>
  );
}

function namesIn(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
