import { clsx } from "clsx";
import { type Account, coverOf } from "@/screens/gameboost/account";
import { Icon } from "@/ui/icon";

/** The account's first picture, or the place of one, which `empty` shapes. */
export function Cover({ account, className, empty }: { account: Account; className: string; empty?: string }) {
  const url = coverOf(account);
  if (url) return <img src={url} alt="" loading="lazy" className={clsx("bg-sunken object-cover", className)} />;
  return (
    <span className={clsx("grid place-items-center bg-sunken text-muted", className, empty)}>
      <Icon name="image" />
    </span>
  );
}
