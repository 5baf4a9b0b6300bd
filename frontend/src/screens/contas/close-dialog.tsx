import { useMutation } from "@tanstack/react-query";
import { closeAccounts, stockKey } from "@/api/stock";
import { counted } from "@/lib/format";
import { toast } from "@/lib/toast";
import { ConfirmDialog } from "@/ui/dialog";

type CloseDialogProps = { ids: number[]; onClosed: () => void; open: boolean; onClose: () => void };

export default function CloseDialog({ ids, onClosed, ...dialog }: CloseDialogProps) {
  const { mutateAsync: close } = useMutation({
    meta: { invalidates: [{ queryKey: stockKey }] },
    mutationFn: () => closeAccounts(ids),
    onSuccess: () => {
      toast.success("Os anúncios serão encerrados um a um.");
      onClosed();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      destructive
      title="Encerrar anúncios"
      description={`Os anúncios de ${counted(ids.length, "conta", "contas")} saem de todos os marketplaces.`}
      confirmLabel="Encerrar"
      onConfirm={() => close()}
    />
  );
}
