import { counted } from "@/lib/format";
import { useOpening } from "@/lib/use-opening";
import { type Account, nextStatus, type WritableStatus } from "@/screens/gameboost/account";
import type { Abilities, Selection } from "@/screens/gameboost/accounts-view";
import { useAccountWrites } from "@/screens/gameboost/use-account-writes";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";
import { Checkbox } from "@/ui/fields";

type SelectionBarProps = { accounts: readonly Account[]; selection: Selection; can: Abilities };

const ACTS: { to: WritableStatus; label: string; effect: string }[] = [
  { to: "listed", label: "Publicar", effect: "Ficam à venda assim que o GameBoost aceitar." },
  { to: "draft", label: "Despublicar", effect: "Saem da venda e voltam a ser rascunhos." },
];

/** Everything on the page, ticked or not, and what can be done with what is ticked. */
export function SelectionBar({ accounts, selection, can }: SelectionBarProps) {
  const { setStatusOfMany } = useAccountWrites();
  const asking = useOpening<{ to: WritableStatus; label: string; effect: string; ids: string[] }>();
  const changeable = accounts.filter((account) => nextStatus(account) !== null);
  const chosen = changeable.filter(({ id }) => selection.has(id));
  const asked = asking.opening?.subject;
  const confirm = async () => {
    if (!asked) return;
    await setStatusOfMany({ ids: asked.ids, to: asked.to });
    selection.replace([]);
  };
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-2 border-line border-b px-4 py-2">
      <Checkbox
        label={
          chosen.length === 0 ? "Selecionar todas da página" : counted(chosen.length, "selecionada", "selecionadas")
        }
        disabled={changeable.length === 0}
        checked={chosen.length > 0 && chosen.length === changeable.length}
        onChange={(on) => selection.replace(on ? changeable.map(({ id }) => id) : [])}
      />
      {chosen.length > 0 && (
        <div className="ml-auto flex flex-wrap gap-2">
          {ACTS.map((act) => {
            const ids = chosen.filter((account) => nextStatus(account) === act.to).map(({ id }) => id);
            return (
              <Button
                key={act.to}
                size="sm"
                disabled={ids.length === 0 || !can.statuses}
                onClick={() => asking.show({ ...act, ids })}
              >
                {act.label} ({ids.length})
              </Button>
            );
          })}
        </div>
      )}
      {asked && (
        <ConfirmDialog
          open={asking.opening?.open ?? false}
          onClose={asking.close}
          title={`${asked.label} ${counted(asked.ids.length, "conta", "contas")}?`}
          description={asked.effect}
          confirmLabel={asked.label}
          onConfirm={confirm}
        />
      )}
    </div>
  );
}
