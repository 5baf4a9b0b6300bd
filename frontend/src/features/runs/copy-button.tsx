import { toast } from "@/lib/toast";
import { IconButton } from "@/ui/icon-button";

/** Puts `text` on the clipboard; `label` says what it is. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast.success("Copiado para a área de transferência.");
  };
  return <IconButton icon="copy" size="sm" label={label} onClick={copy} />;
}
