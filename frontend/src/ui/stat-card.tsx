import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Tone } from "@/ui/badge";
import { Icon, type IconName } from "@/ui/icon";

const FIGURES: Record<Tone, string> = {
  neutral: "text-ink",
  accent: "text-accent",
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
  info: "text-info",
};

type StatCardProps = { label: ReactNode; value: ReactNode; icon?: IconName; detail?: ReactNode; tone?: Tone };

/** One figure with its name; `detail` is the line under it. */
export function StatCard({ label, value, icon, detail, tone = "neutral" }: StatCardProps) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-sm text-muted">
        {icon && <Icon name={icon} />}
        {label}
      </dt>
      <dd
        className={clsx(
          "stat-value mt-1.5 text-xl font-semibold tracking-tight tabular-nums xl:text-2xl",
          FIGURES[tone],
        )}
      >
        <span>{value}</span>
      </dd>
      {detail && <dd className="text-sm text-muted">{detail}</dd>}
    </div>
  );
}
