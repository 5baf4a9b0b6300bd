import type { Account } from "@/screens/gameboost/account";
import type { Abilities } from "@/screens/gameboost/account-actions";
import type { Selection } from "@/screens/gameboost/use-selection";

/** What both forms of the list are given. */
export type AccountsViewProps = {
  /** Undefined while they are on their way. */
  accounts: readonly Account[] | undefined;
  selection: Selection;
  can: Abilities;
  onDelete: (account: Account) => void;
};
