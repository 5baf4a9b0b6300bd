import { type FormEvent, useState } from "react";
import { PreviewTextarea } from "@/shared/creation/preview-textarea";
import type { Account } from "@/shared/queue/account";
import { AccountFields } from "@/shared/queue/account-fields";
import type { CreatorGame } from "@/shared/queue/creator-game";
import { asData, asForm, dataProblems } from "@/shared/queue/data-fields";
import { loginProblems } from "@/shared/queue/login-problems";
import type { Entry } from "@/shared/queue/queue";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

type EntryDialogProps = {
  open: boolean;
  game: CreatorGame;
  entry: Entry;
  onSave: (entry: Entry, account: Account) => void;
  onClose: () => void;
};

/** Everything of one account of the queue, to be changed together. */
export function EntryDialog({ open, game, entry, onSave, onClose }: EntryDialogProps) {
  const { account } = entry;
  const [changed, setChanged] = useState(account);
  const [form, setForm] = useState(() => asForm(game.fields, account.account_data));
  const [shown, setShown] = useState(false);
  const set = (changes: Partial<Account>) => setChanged((current) => ({ ...current, ...changes }));
  const problems = { ...loginProblems(changed), ...dataProblems(game.fields, form) };

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(problems).length > 0) return setShown(true);
    const own = Object.fromEntries(
      Object.entries(account.account_data).filter(([name]) => !game.fields.some((field) => field.name === name)),
    );
    onSave(entry, { ...changed, account_data: { ...own, ...asData(game.fields, form) } });
  };

  return (
    <Dialog
      open={open}
      size="lg"
      title="Editar conta"
      description={account.title}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary">
            Salvar conta
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <AccountFields
          game={game}
          account={changed}
          form={form}
          problems={shown ? problems : {}}
          onChange={set}
          onData={(name, value) => setForm((current) => ({ ...current, [name]: value }))}
        >
          <PreviewTextarea
            label="Descrição da conta"
            name="description"
            rows={5}
            value={changed.description}
            hint="Em branco, vale a descrição padrão."
            onChange={(event) => set({ description: event.target.value })}
          />
          <PreviewTextarea
            label="Instruções da conta"
            name="delivery_instructions"
            rows={4}
            value={changed.delivery_instructions}
            hint="Em branco, valem as instruções padrão."
            onChange={(event) => set({ delivery_instructions: event.target.value })}
          />
        </AccountFields>
      </div>
    </Dialog>
  );
}
