import { useState } from "react";
import type { Problems } from "@/lib/use-form";
import type { ReadAccount, Reading } from "@/shared/analysis/use-analysis";
import { STATED_PRICE, UNSURE } from "@/shared/creation/entries";
import { asTyped, fieldOf, type GameDescription, keyOf, priceOf, textOf, type Values } from "@/shared/creation/game";
import { accountProblems, changeOf, originName, withWebmail } from "@/shared/creation/values";

/** An account read from a text, as it would enter the list: what was read, under what the person wrote over it. */
export type Proposal = {
  /** Its place among the accounts of the text. */
  index: number;
  read: ReadAccount;
  fromText: Values;
  own: Values;
  problems: Problems;
  /** The text says that the account is banned, and nobody has vouched for it. */
  banned: boolean;
};

type ProposalEdits = { own: Values; added: boolean; confirmed: boolean };
/** `logins` are of the accounts that were added, also from the text as it was before it was edited. */
type EditsOf = { text: string | undefined; edits: readonly ProposalEdits[]; logins: readonly string[] };

const NOTHING: ProposalEdits = { own: {}, added: false, confirmed: false };

/** What of a proposal is the person's own; the rest follows from the text, also when that is read again. */
export function useProposals(game: GameDescription, reading: Reading | null, form: Values, isCleared: boolean) {
  const [{ text, edits, logins }, setEdits] = useState<EditsOf>({ text: undefined, edits: [], logins: [] });
  if (reading?.text !== text || (isCleared && logins.length > 0))
    setEdits({ text: reading?.text, edits: [], logins: isCleared ? [] : logins });

  const all = (reading?.analysis.accounts ?? []).map((read, index): Proposal => {
    const { own, confirmed } = edits[index] ?? NOTHING;
    const fromText = valuesFrom(game, read, form);
    const proposed = { ...fromText, ...own };
    return {
      index,
      read,
      fromText,
      own: proposed,
      problems: accountProblems(game, proposed, form),
      banned: isBanned(read) && !confirmed,
    };
  });
  // Pictures that were sent for an account may come when another text is read.
  const write = (change: (own: ProposalEdits, index: number) => ProposalEdits) =>
    setEdits((now) =>
      now.text === text ? { ...now, edits: all.map((_, index) => change(now.edits[index] ?? NOTHING, index)) } : now,
    );
  const priceKey = keyOf(priceOf(game));

  return {
    /** Those not yet in the list. */
    open: all.filter(({ index, read }) => !edits[index]?.added && !logins.includes(read.credentials.login ?? "")),
    set: (index: number, changes: Values) =>
      write((own, each) => (each === index ? { ...own, own: { ...own.own, ...changes } } : own)),
    confirmNotBanned: (index: number, confirmed: boolean) =>
      write((own, each) => (each === index ? { ...own, confirmed } : own)),
    /** One price for every account that is not in the list yet. */
    setPriceOfAll: (price: string) =>
      write((own) => (own.added ? own : { ...own, own: { ...own.own, [priceKey]: price } })),
    added: (indexes: readonly number[]) => {
      write((own, each) => (indexes.includes(each) ? { ...own, added: true } : own));
      const known = indexes.flatMap((index) => all[index]?.read.credentials.login || []);
      setEdits((now) => ({ ...now, logins: [...now.logins, ...known] }));
    },
  };
}

export type Proposals = ReturnType<typeof useProposals>;

export const isBanned = ({ warnings }: ReadAccount): boolean => warnings.some(({ code }) => code === "banned");

/** The account as it enters the list; blank values are not stated, and the title falls back to the generated one. */
export function ownOf({ own, read, fromText }: Proposal, game: GameDescription): Values {
  const doubted = new Set(read.provenance.filter(({ check }) => check).map(({ field }) => field));
  const unsure = game.fields
    .filter((field) => doubted.has(originName(field)))
    .map(keyOf)
    .filter((key) => textOf(own[key]) !== "" && textOf(own[key]) === textOf(fromText[key]));
  const stated = Object.entries({ ...own, title: textOf(own.title).trim() || read.title, [UNSURE]: unsure });
  return Object.fromEntries(stated.filter(([, value]) => value.length > 0));
}

/** What the text says, by field; the provider is known by the address. */
function valuesFrom(game: GameDescription, read: ReadAccount, form: Values): Values {
  const { credentials, account_data: data } = read;
  const given: Record<string, unknown> = { ...data, ...credentials };
  const own: Record<string, Values[string]> = { title: read.title, description: read.description };
  for (const field of game.fields) {
    const value = given[originName(field)];
    if (value !== undefined) own[keyOf(field)] = asTyped(field, value);
  }
  const [provider, instructions] = [fieldOf(game, "provider"), fieldOf(game, "instructions")];
  const domain = credentials.email_login?.split("@")[1]?.toLowerCase();
  const { providers } = game.options;
  const chosen =
    providers.find((each) => each.domain === domain) ??
    providers.find(({ slug }) => slug === (provider && form[keyOf(provider)]));
  if (instructions && chosen)
    own[keyOf(instructions)] = read.delivery_instructions && withWebmail(read.delivery_instructions, chosen.webmailUrl);
  if (provider && chosen) Object.assign(own, changeOf(game, own, provider, chosen.slug));
  const { price } = read;
  if (price?.currency === game.currency) {
    const stated = price.amount.replace(".", ",");
    return { ...own, [STATED_PRICE]: price.amount, [keyOf(priceOf(game))]: stated };
  }
  return { ...own, [keyOf(priceOf(game))]: textOf(form[keyOf(priceOf(game))]) };
}
