import { useEffect, useState } from "react";

const KEPT_MS = 3000;

/** Tells those who listen of a change that others see elsewhere on the page.
 *
 * Silent at first, and empty again afterwards: a live region that keeps its text is read anew with every window that
 * closes over it.
 */
export function Spoken({ text }: { text: string }) {
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
