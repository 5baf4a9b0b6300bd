import { clsx } from "clsx";

type ProgressProps = { value: number; max?: number; label: string; tone?: "accent" | "good"; className?: string };

/** A bar from 0 to `max`; the figures stand beside it, in the screen's words. */
export function Progress({ value, max = 100, label, tone = "accent", className }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      className={clsx("h-1.5 overflow-hidden rounded-sm bg-line", className)}
    >
      <div
        className={clsx("h-full rounded-sm transition-width", tone === "good" ? "bg-good" : "bg-accent")}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
