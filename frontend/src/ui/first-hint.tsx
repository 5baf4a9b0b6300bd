import { type ReactNode, useState } from "react";
import { currentUser } from "@/lib/app-context";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";

type FirstHintProps = {
  /** Of which screen it is; together with the person, what is remembered in this browser. */
  name: string;
  /** One sentence: what to do here first. */
  children: ReactNode;
};

/** Shown until the person sends it away, and then never again. */
export function FirstHint({ name, children }: FirstHintProps) {
  const key = `hint:${currentUser().id}:${name}`;
  const [gone, setGone] = useState(() => localStorage.getItem(key) !== null);
  if (gone) return null;
  const dismiss = () => {
    localStorage.setItem(key, "gone");
    setGone(true);
    // The button that had the focus is gone with it.
    document.getElementById("content")?.focus({ preventScroll: true });
  };
  return (
    <div role="note" className="flex items-center gap-2 rounded-md bg-info-soft px-3 py-2">
      <Icon name="info" className="text-info" />
      <p className="min-w-0 flex-1">{children}</p>
      <IconButton icon="close" label="Dispensar dica" onClick={dismiss} />
    </div>
  );
}
