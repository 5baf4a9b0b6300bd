import type { Run } from "@/api/runs";
import { currentUser } from "@/lib/app-context";
import { USE_V2, useSwitchToV2 } from "@/shared/marketplace/configuration";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";

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
