import { toast } from "@/lib/toast";
import { IconButton } from "@/ui/button";

/** Puts `text` on the clipboard; `label` says what it is. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  return <IconButton icon="copy" size="sm" label={label} onClick={() => copy(text)} />;
}

/** Put `text` on the clipboard, and say how that went: browsers refuse it on plain http, and when people forbid it. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success("Copiado para a área de transferência.");
  } catch {
    toast.error("O navegador não permitiu copiar. Selecione o texto e copie com Ctrl+C.");
  }
}
