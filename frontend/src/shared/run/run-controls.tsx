import { useState } from "react";
import type { Run, RunVerb } from "@/api/runs";
import { currentUser } from "@/lib/app-context";
import { plural } from "@/lib/format";
import { USE_V2, useSwitchToV2 } from "@/shared/marketplace/configuration";
import { isOpen } from "@/shared/run/run";
import { Alert } from "@/ui/announcement";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";

/** Pause, resume and cancel; nothing for a run that is over. */
export function RunControls({ run, busy, onAsk }: { run: Run; busy: boolean; onAsk: (verb: RunVerb) => unknown }) {
  const [cancelling, setCancelling] = useState(false);
  const paused = run.state === "paused";
  return (
    <>
      {isOpen(run) && (
        <>
          {/* One button, so that whoever pressed it stays on it and is not left on the one that cancels. */}
          <Button
            variant={paused ? "primary" : "secondary"}
            icon={paused ? "play" : "pause"}
            busy={busy}
            onClick={() => onAsk(paused ? "resume" : "pause")}
          >
            {paused ? "Retomar" : "Pausar"}
          </Button>
          <Button variant="ghost" icon="stop" disabled={busy} onClick={() => setCancelling(true)}>
            Cancelar
          </Button>
        </>
      )}
      <ConfirmDialog
        open={cancelling}
        onClose={() => setCancelling(false)}
        onConfirm={() => onAsk("cancel")}
        destructive
        title="Cancelar a criação?"
        description={cancelText(run.counts)}
        confirmLabel="Cancelar criação"
        cancelLabel="Continuar criando"
      />
    </>
  );
}

/** What cancelling does and what it does not, the account in flight included. */
function cancelText({ queued, sending, verifying }: Run["counts"]): string {
  const waiting = plural(queued, "conta na fila não será enviada", "contas na fila não serão enviadas");
  const sentences = [`${waiting}.`, "As contas já criadas ficam no marketplace."];
  if (sending > 0)
    sentences.push("A conta que está sendo enviada agora não pode ser interrompida: ela ainda é concluída.");
  if (verifying > 0) sentences.push("As que estão em verificação ainda são procuradas no marketplace.");
  return sentences.join(" ");
}

/** Why a run stands still, and the one press that mends it where this person can. */
export function PauseNote({ run: { pauseReason, pauseCode, keyUserId } }: { run: Run }) {
  const { mutate: moveToV2, isPending } = useSwitchToV2(keyUserId ?? 0);
  if (!pauseReason) return null;
  return (
    <Alert tone="warn">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0">{pauseReason}</p>
        {keyUserId !== null && pauseCode === "version_gone" && (
          <Button busy={isPending} onClick={() => moveToV2()}>
            {USE_V2}
          </Button>
        )}
        {keyUserId !== null && pauseCode !== "version_gone" && (
          <a className="btn btn-secondary btn-sm" href={keyAddress(keyUserId)}>
            Corrigir a chave
          </a>
        )}
      </div>
    </Alert>
  );
}

function keyAddress(userId: number): string {
  const { id, role } = currentUser();
  if (role !== "admin") return "/profile?tab=api";
  return userId === id ? "/gerenciar-apis" : `/gerenciar-apis?userId=${userId}`;
}
