import { useState } from "react";
import type { Problems } from "@/lib/use-form";
import type { CreatorGame } from "@/shared/queue/account";
import { type Account, asData, asForm, BLANK, type DataForm, dataProblems, withProvider } from "@/shared/queue/account";
import type { ReadAccount, Reading } from "@/shared/queue/use-analysis";

/** An account read from a text, as it would enter the queue: what was read, under what the person wrote over it. */
export type Proposal = {
  /** Its place among the accounts of the text. */
  index: number;
  read: ReadAccount;
  account: Account;
  form: DataForm;
  problems: Problems;
  /** The text says that the account is banned, and nobody has vouched for it. */
  banned: boolean;
};

type Written = { account: Partial<Account>; form: DataForm; added: boolean; vouched: boolean };

const NOTHING: Written = { account: {}, form: {}, added: false, vouched: false };

/** What of a proposal is the person's own; the rest follows from the text, also when that is read again. */
export function useProposals(
  game: CreatorGame,
  reading: Reading | null,
  standard: { emailDomain: string; price: string },
) {
  const [text, setText] = useState<string>();
  const [written, setWritten] = useState<readonly Written[]>([]);
  if (reading?.text !== text) {
    setText(reading?.text);
    setWritten([]);
  }

  const all = (reading?.analysis.accounts ?? []).map((read, index) => {
    const own = written[index] ?? NOTHING;
    const form = { ...asForm(game.fields, read.account_data), ...own.form };
    const account = { ...proposed(game, read, standard), ...own.account };
    const banned = isBanned(read) && !own.vouched;
    return { index, read, account, form, problems: dataProblems(game.fields, form), banned };
  });
  const write = (index: number, change: (own: Written) => Written) =>
    setWritten((current) => all.map((_, each) => (each === index ? change : same)(current[each] ?? NOTHING)));

  return {
    /** Those not yet in the queue. */
    open: all.filter(({ index }) => !written[index]?.added),
    set: (index: number, changes: Partial<Account>) =>
      write(index, (own) => ({ ...own, account: { ...own.account, ...changes } })),
    setData: (index: number, name: string, value: string) =>
      write(index, (own) => ({ ...own, form: { ...own.form, [name]: value } })),
    vouch: (index: number, vouched: boolean) => write(index, (own) => ({ ...own, vouched })),
    /** One price for every account that is not in the queue yet. */
    setPriceOfAll: (price: string) =>
      setWritten((current) =>
        all.map((_, each) => {
          const own = current[each] ?? NOTHING;
          return own.added ? own : { ...own, account: { ...own.account, price } };
        }),
      ),
    added: (indexes: readonly number[]) =>
      setWritten((current) =>
        all.map((_, each) => {
          const own = current[each] ?? NOTHING;
          return indexes.includes(each) ? { ...own, added: true } : own;
        }),
      ),
  };
}

export type Proposals = ReturnType<typeof useProposals>;

export const isBanned = ({ warnings }: ReadAccount): boolean => warnings.some(({ code }) => code === "banned");

export function accountOf(game: CreatorGame, { account, form, read }: Proposal): Account {
  return {
    ...account,
    title: account.title.trim() || read.title,
    account_data: { ...read.account_data, ...blankOf(game), ...asData(game.fields, form) },
  };
}

function proposed(game: CreatorGame, read: ReadAccount, standard: { emailDomain: string; price: string }): Account {
  const { credentials } = read;
  const domain = credentials.email_login?.split("@")[1]?.toLowerCase();
  const provider =
    game.providers.find((each) => each.domain === domain) ??
    game.providers.find((each) => each.slug === standard.emailDomain);
  const account: Account = {
    ...BLANK,
    ...credentials,
    title: read.title,
    description: read.description,
    delivery_instructions: read.delivery_instructions,
    price: standard.price,
  };
  return provider ? withProvider(account, provider.slug, provider.webmailUrl) : account;
}

/** A field emptied in the form is absent, whatever was read. */
function blankOf(game: CreatorGame): Record<string, undefined> {
  return Object.fromEntries(game.fields.map(({ name }) => [name, undefined]));
}

const same = (own: Written): Written => own;
