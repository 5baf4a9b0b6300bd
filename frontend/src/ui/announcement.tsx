/** What is said aloud when it comes or changes. */
import { clsx } from "clsx";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { announce } from "@/lib/announce";
import { Icon, type IconName } from "@/ui/button";

type Manner = {
  /** Said already when it comes. */
  atOnce?: boolean;
  /** Interrupts what is being said. */
  assertive?: boolean;
};

/** Says `text` whenever it changes; the words of the element instead, where there is one with the answered ref. */
export function useAnnounce<T extends HTMLElement>(text: string, manner: Manner = {}): RefObject<T | null> {
  const { atOnce = false, assertive = false } = manner;
  const element = useRef<T>(null);
  const known = useRef(atOnce ? "" : text);
  useEffect(() => {
    if (known.current === text) return;
    known.current = text;
    announce(element.current?.innerText ?? element.current?.textContent ?? text, { assertive });
  }, [text, assertive]);
  return element;
}

type AnnouncementProps = {
  text: string;
  atOnce?: boolean;
  className?: string;
  /** What is shown, where that is more than the text. */
  children?: ReactNode;
};

/** A text on the page that is said when it changes, and stays to be read. */
export function Announcement({ text, atOnce = false, className, children }: AnnouncementProps) {
  useAnnounce(text, { atOnce });
  return <p className={className}>{children ?? text}</p>;
}

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
  const announced = useAnnounce<HTMLDivElement>(typeof children === "string" ? children : tone, {
    atOnce: tone !== "info",
    assertive,
  });
  return (
    <div ref={announced} role="note" className={clsx("flex gap-2 rounded-md px-3 py-2", className)}>
      <Icon name={icon} className={iconClass} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
