import { useContext, useState } from "react";
import { Icon, IconButton } from "@/ui/button";
import { type Hint, PageHint } from "@/ui/page-notices";

const YEAR_S = 365 * 24 * 60 * 60;

/** The page's hint, where the skeleton has drawn it (shell/_hint.html), until the person sends it away. */
export function FirstHint() {
  const hint = useContext(PageHint);
  const [gone, setGone] = useState(() => hint === null || isSentAway(hint));
  if (hint === null || gone) return null;
  const dismiss = () => {
    sendAway(hint);
    setGone(true);
    // The button that had the focus is gone with it.
    document.getElementById("content")?.focus({ preventScroll: true });
  };
  return (
    <div role="note" className="first-hint">
      <Icon name="info" />
      <p>{hint.text}</p>
      <IconButton icon="close" label="Dispensar dica" onClick={dismiss} />
    </div>
  );
}

/** Over https a cookie's name says that it is this host's alone; the server reads no others then. */
const nameOf = ({ cookie }: Hint): string => (location.protocol === "https:" ? `__Host-${cookie}` : cookie);

function isSentAway(hint: Hint): boolean {
  return document.cookie.split("; ").some((each) => each.startsWith(`${nameOf(hint)}=`));
}

function sendAway(hint: Hint): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing on plain http
  document.cookie = `${nameOf(hint)}=gone; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}
