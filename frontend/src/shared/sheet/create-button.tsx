import { integer } from "@/lib/format";
import type { GridRow } from "@/shared/sheet/rows";
import { Button } from "@/ui/button";

type CreateButtonProps = {
  /** As the grid shows them: what the server refuses of them is not counted. */
  rows: readonly GridRow<unknown>[];
  /** A run is going on. */
  busy: boolean;
  label?: ((count: number) => string) | undefined;
  /** Where nothing says why there is nothing to create. */
  needsAny?: boolean;
  onCreate: () => void;
};

/** Asks to create what of the preview can be, and says how many that are. */
export function CreateButton({ rows, busy, label = createLabel, needsAny = false, onCreate }: CreateButtonProps) {
  const count = rows.filter(({ verdict }) => verdict === "valid" || verdict === "warning").length;
  return (
    <Button variant="primary" icon="play" busy={busy} disabled={needsAny && count === 0} onClick={onCreate}>
      {busy ? "Criando contas" : label(count)}
    </Button>
  );
}

function createLabel(count: number): string {
  if (count === 0) return "Criar Contas";
  return count === 1 ? "Criar 1 conta" : `Criar ${integer(count)} contas`;
}
