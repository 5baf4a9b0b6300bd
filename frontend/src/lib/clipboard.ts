import { toast } from "@/lib/toast";

/** Put `text` on the clipboard, and say how that went: browsers refuse it on plain http, and when people forbid it. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success("Copiado para a área de transferência.");
  } catch {
    toast.error("O navegador não permitiu copiar. Selecione o texto e copie com Ctrl+C.");
  }
}
