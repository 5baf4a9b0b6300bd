import { clsx } from "clsx";

/** A breathing block of the size that its classes give, in place of what is on its way. */
export function Skeleton({ className }: { className: string }) {
  return <div className={clsx("skeleton", className)} aria-hidden="true" />;
}
