import { copy } from "@/lib/clipboard";
import { IconButton } from "@/ui/icon-button";

/** Puts `text` on the clipboard; `label` says what it is. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  return <IconButton icon="copy" size="sm" label={label} onClick={() => copy(text)} />;
}
