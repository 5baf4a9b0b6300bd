import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { announce } from "@/lib/announce";

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
