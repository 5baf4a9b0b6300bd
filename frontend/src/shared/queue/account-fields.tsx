import type { ReactNode } from "react";
import type { Problems } from "@/lib/use-form";
import type { Account } from "@/shared/queue/account";
import type { CreatorGame } from "@/shared/queue/creator-game";
import type { DataForm } from "@/shared/queue/data-fields";
import { DataInputs } from "@/shared/queue/data-inputs";
import { LoginFields } from "@/shared/queue/login-fields";
import { ImagePicker } from "@/ui/image-picker";
import { TextField } from "@/ui/text-field";

type AccountFieldsProps = {
  game: CreatorGame;
  account: Account;
  /** The data of the account, as typed. */
  form: DataForm;
  problems: Problems;
  titleHint?: string;
  onChange: (changes: Partial<Account>) => void;
  onData: (name: string, value: string) => void;
  /** Between the data and the images. */
  children?: ReactNode;
};

/** One account in a form: its title, log-in and price, what it has, its images. */
export function AccountFields(props: AccountFieldsProps) {
  const { game, account, form, problems, titleHint, onChange, onData, children } = props;
  return (
    <>
      <TextField
        label="Título da conta"
        value={account.title}
        hint={titleHint}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <LoginFields account={account} problems={problems} providers={game.providers} onChange={onChange} />
      <DataInputs fields={game.fields} form={form} problems={problems} onChange={onData} />
      {children}
      <ImagePicker
        value={account.image_urls}
        onChange={(urls) => onChange({ image_urls: urls })}
        limits={game.limits}
        failed={game.uploadFailed}
      />
    </>
  );
}
