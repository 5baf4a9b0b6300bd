import { messageOf } from "@/lib/errors";

/** Whether the queue lies on the server yet. */
export function SaveNote({ saving, failure }: { saving: boolean; failure: unknown }) {
  if (failure) {
    return (
      <span role="alert" className="block text-bad text-sm">
        A fila não foi guardada: {messageOf(failure)} Tentando de novo.
      </span>
    );
  }
  return (
    <span className="block text-muted text-sm">
      {saving ? "Guardando a fila…" : "Fila guardada por 7 dias, só para você."}
    </span>
  );
}
