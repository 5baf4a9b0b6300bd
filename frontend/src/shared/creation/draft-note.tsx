import { messageOf } from "@/lib/errors";
import { dateTime } from "@/lib/format";
import type { DraftState } from "@/shared/creation/use-draft";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";

/** What was brought back, and which of two texts stays when another tab has written one too. */
export function DraftNotices({ draft }: { draft: DraftState }) {
  const { found, conflict } = draft;
  if (conflict !== null) {
    return (
      <div className="mb-4">
        <Alert tone="warn">
          <p className="font-medium">O texto deste jogo foi alterado em outra aba.</p>
          <p>Escolha qual fica guardado; até lá este não é salvo.</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onClick={draft.keepMine}>
              Manter este texto
            </Button>
            <Button size="sm" onClick={draft.takeOther}>
              Usar o da outra aba
            </Button>
          </div>
        </Alert>
      </div>
    );
  }
  return (
    found?.updatedAt && (
      <div className="mb-4">
        <Alert>Recuperamos o texto que você deixou aqui em {dateTime(found.updatedAt)}. Nada dele foi enviado.</Alert>
      </div>
    )
  );
}

/** Whether the text lies on the server yet. */
export function DraftNote({ draft }: { draft: DraftState }) {
  const { failure, saving, cookies } = draft;
  if (saving && failure) {
    return (
      <span role="alert" className="text-bad text-sm">
        O texto não foi guardado: {messageOf(failure)}
      </span>
    );
  }
  return (
    <span className="text-muted text-sm">
      {saving ? "Guardando…" : "Guardado por 7 dias, só para você."}
      {cookies && " Linhas com cookie de sessão não são guardadas."}
    </span>
  );
}
