import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const KEPT_MS = 3000;

/** Tells those who listen of a change that others see elsewhere on the page.
 *
 * Silent at first, and empty again afterwards: a live region that keeps its text is read anew with every window that
 * closes over it.
 */
export function LiveRegion({ text }: { text: string }) {
  const [known, setKnown] = useState(text);
  const [said, setSaid] = useState("");
  if (text !== known) {
    setKnown(text);
    setSaid(text);
  }
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(setSaid, KEPT_MS, "");
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <span aria-live="polite" className="sr-only">
      {said}
    </span>
  );
}

type AnnouncementProps = {
  text: string;
  /** Said already when it comes. */
  atOnce?: boolean;
  className?: string;
  /** What is shown, where that is more than the text. */
  children?: ReactNode;
};

/** A text on the page that is said when it changes, and stays to be read. */
export function Announcement({ text, atOnce = false, className, children }: AnnouncementProps) {
  const region = useAnnounce<HTMLParagraphElement>(text, atOnce);
  return (
    <p ref={region} role="status" aria-live="off" className={className}>
      {children ?? text}
    </p>
  );
}

/** Makes an element a live region for a moment: when its subject changes, and if `atOnce` when it comes.
 *
 * Afterwards it is none, so that no window that closes over it has it read anew.
 */
export function useAnnounce<T extends HTMLElement>(subject: string, atOnce: boolean): RefObject<T | null> {
  const region = useRef<T>(null);
  const known = useRef(atOnce ? null : subject);
  useLayoutEffect(() => {
    if (known.current === subject) return;
    known.current = subject;
    const live = (how: string) => region.current?.setAttribute("aria-live", how);
    live(region.current?.getAttribute("role") === "alert" ? "assertive" : "polite");
    const timer = setTimeout(live, KEPT_MS, "off");
    return () => clearTimeout(timer);
  }, [subject]);
  return region;
}
