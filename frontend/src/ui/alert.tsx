import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useAnnounce } from "@/ui/announcement";
import { Icon, type IconName } from "@/ui/icon";

type AlertTone = "bad" | "warn" | "info" | "good";

const LOOKS: Record<AlertTone, { icon: IconName; className: string; iconClass: string }> = {
  bad: { icon: "alert", className: "bg-bad-soft", iconClass: "text-bad" },
  warn: { icon: "alert", className: "bg-warn-soft", iconClass: "text-warn" },
  info: { icon: "info", className: "bg-info-soft", iconClass: "text-info" },
  good: { icon: "circle-check", className: "bg-good-soft", iconClass: "text-good" },
};

/** Something to know at this place of the page; announced when it appears, unless it is "info". */
export function Alert({ tone = "info", children }: { tone?: AlertTone; children: ReactNode }) {
  const { icon, className, iconClass } = LOOKS[tone];
  const assertive = tone === "bad" || tone === "warn";
  const words = useAnnounce<HTMLDivElement>(typeof children === "string" ? children : tone, {
    atOnce: tone !== "info",
    assertive,
  });
  return (
    <div ref={words} role="note" className={clsx("flex gap-2 rounded-md px-3 py-2", className)}>
      <Icon name={icon} className={iconClass} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
