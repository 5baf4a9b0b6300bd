/** What differs between the creators that put accounts together in a queue. */
import type { AnalysisPath } from "@/api/drafts";
import type { CreationPath } from "@/api/runs";
import type { Problems } from "@/lib/use-form";
import type { Limits } from "@/shared/creation/settings";
import type { Provider } from "@/shared/creation/webmail";
import type { Account } from "@/shared/queue/account";
import type { DataField } from "@/shared/queue/data-fields";

export type CreatorGame = {
  slug: "fortnite" | "valorant";
  /** Where a text is analysed, and where the accounts are created. */
  analyse: AnalysisPath;
  create: CreationPath;
  /** What an account may say of itself, in the order of the form. */
  fields: readonly DataField[];
  /** What a label of a text may announce. */
  teachable: readonly { name: string; label: string }[];
  providers: readonly Provider[];
  limits: Limits;
  /** What a text may look like. */
  placeholder: string;
  analysisFailed: (error: unknown) => string;
  /** Why the account cannot be put into the queue, "" when it can. */
  missing: (account: Account) => string;
  /** The result lists what the account has. */
  showsContent: boolean;
  addLabel: string;
  /** The button is off until log-in and password are there. */
  addNeedsLogin: boolean;
  /** What the game calls the place of an account: in requests, and as people read it. */
  place: { name: "platform" | "server"; label: string; options: readonly string[] };
  /** Of the button that creates the queue, where the game has its own words. */
  createLabel?: (count: number) => string;
  noKey: string;
  uploadFailed: string;
  /** Said when the creation itself fails, where the game has its own words. */
  createFailed?: string;
  /** Of the standard texts; `count` accounts are in the queue. */
  standardProblems: (standard: { description: string }, count: number) => Problems;
};

/** Credentials can be announced by a label as well; divisions are read beside their tier. */
export function teachable(fields: readonly DataField[]): CreatorGame["teachable"] {
  return [...CREDENTIALS, ...fields.filter(({ name }) => !name.endsWith("_division"))];
}

const CREDENTIALS = [
  { name: "login", label: "Login" },
  { name: "password", label: "Senha" },
  { name: "email_login", label: "E-mail" },
  { name: "email_password", label: "Senha do e-mail" },
];
