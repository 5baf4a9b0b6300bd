import { type FormEvent, useState } from "react";
import { toast } from "@/lib/toast";
import type { Problems } from "@/lib/use-form";
import { useHeldPage } from "@/lib/use-held-page";
import type { CreatorGame } from "@/shared/queue/account";
import { type Account, asData, BLANK, type DataForm, dataProblems, loginProblems } from "@/shared/queue/account";
import { AccountFields } from "@/shared/queue/account-fields";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";

type ManualFormProps = {
  game: CreatorGame;
  standard: { emailDomain: string; price: string; place: string };
  onAdd: (accounts: readonly Account[]) => boolean;
};

/** 'Fortnite manual account'. What the next account is likely to share stays when one is added. */
export function ManualForm({ game, standard, onAdd }: ManualFormProps) {
  const start = { ...BLANK, email_domain: standard.emailDomain, price: standard.price };
  const [account, setAccount] = useState<Account>(start);
  const [form, setForm] = useState<DataForm>({ [game.place.name]: standard.place });
  const [problems, setProblems] = useState<Problems>({});
  useHeldPage(account.login !== "" || account.password !== "");
  const set = (changes: Partial<Account>) => {
    setAccount((current) => ({ ...current, ...changes }));
    setProblems((current) => without(current, Object.keys(changes)));
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = { ...loginProblems(account), ...dataProblems(game.fields, form) };
    setProblems(found);
    if (Object.keys(found).length > 0) {
      toast.error(game.missing(account) || "Corrija os campos destacados antes de adicionar a conta.");
      return;
    }
    if (!onAdd([{ ...account, account_data: asData(game.fields, form) }])) return;
    toast.success("Conta adicionada à fila.");
    setAccount(({ email_domain, price }) => ({ ...BLANK, email_domain, price }));
    setForm((current) => ({ [game.place.name]: current[game.place.name] ?? "" }));
  };

  return (
    <Card title="Entrada manual" description="Uma conta de cada vez; os campos em branco não são informados.">
      <form noValidate className="grid gap-6" onSubmit={submit}>
        <AccountFields
          game={game}
          account={account}
          form={form}
          problems={problems}
          titleHint="Em branco, o título é escrito a partir dos dados da conta."
          onChange={set}
          onData={(name, value) => {
            setForm((current) => ({ ...current, [name]: value }));
            setProblems((current) => without(current, [name]));
          }}
        />
        <Button type="submit" variant="primary" icon="plus" className="justify-self-start">
          {game.addLabel}
        </Button>
      </form>
    </Card>
  );
}

function without(problems: Problems, names: readonly string[]): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !names.includes(name)));
}
