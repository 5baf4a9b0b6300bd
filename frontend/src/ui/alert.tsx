import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Icon, type IconName } from "@/ui/icon";
import { useAnnounce } from "@/ui/live-region";

type AlertTone = "bad" | "warn" | "info" | "good";

const LOOKS: Record<AlertTone, { icon: IconName; className: string; iconClass: string }> = {
  bad: { icon: "alert", className: "bg-bad-soft", iconClass: "text-bad" },
  warn: { icon: "alert", className: "bg-warn-soft", iconClass: "text-warn" },
  info: { icon: "info", className: "bg-info-soft", iconClass: "text-info" },
  good: { icon: "circle-check", className: "bg-good-soft", iconClass: "text-good" },
};

/** Something to know at this place of the page; "bad" and "warn" are announced when they appear. */
export function Alert({ tone = "info", children }: { tone?: AlertTone; children: ReactNode }) {
  const { icon, className, iconClass } = LOOKS[tone];
  const announced = tone === "bad" || tone === "warn";
  const region = useAnnounce<HTMLDivElement>(tone, announced);
  return (
    <div
      ref={region}
      role={announced ? "alert" : "note"}
      className={clsx("flex gap-2 rounded-md px-3 py-2", className)}
    >
      <Icon name={icon} className={iconClass} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
