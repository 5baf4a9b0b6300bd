import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, pathQuery } from "@/api/client";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { useHeldPage } from "@/lib/use-held-page";
import { LOAD_FAILED } from "@/shared/marketplace/configuration";
import { Alert } from "@/ui/announcement";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card, QueryResult, Skeleton } from "@/ui/card";
import { ConfirmDialog } from "@/ui/dialog";
import { PasswordField } from "@/ui/password-input";

const webhookQuery = (userId: number) => pathQuery("/api/configs/gameboost/webhook", { query: { userId } });

/** What GameBoost signs its calls with: typed here as it shows it, and never shown again. */
export default function WebhookCard({ userId }: { userId: number }) {
  const query = useQuery(webhookQuery(userId));
  return (
    <Card
      title="Aviso de venda do GameBoost (webhook)"
      description="O GameBoost avisa na hora da venda, e os outros anúncios da conta saem em seguida."
      actions={query.data?.saved && <Badge tone="good">Segredo guardado</Badge>}
    >
      <QueryResult query={query} failed={LOAD_FAILED} fallback={<Skeleton className="h-32" />}>
        {({ url, saved }) => <WebhookForm key={String(saved)} url={url} saved={saved} userId={userId} />}
      </QueryResult>
    </Card>
  );
}

function WebhookForm({ url, saved, userId }: { url: string; saved: boolean; userId: number }) {
  const [asking, setAsking] = useState<string | null>(null);
  const { mutateAsync: save } = useMutation({
    meta: { invalidates: [webhookQuery(userId)] },
    // An empty one forgets the one that is kept.
    mutationFn: (secret: string) => api.put("/api/configs/gameboost/webhook", { body: { userId, secret } }),
    onSuccess: (next) => {
      toast.success(next.saved ? "Segredo guardado. Ele não é mostrado de novo." : "Segredo apagado.");
      form.reset();
    },
  });
  const form = useForm({
    initial: { secret: "" },
    validate: ({ secret }) => (secret.trim() === "" ? { secret: "Cole o segredo que o GameBoost mostra." } : {}),
    onSubmit: async ({ secret }) => (saved ? setAsking(secret.trim()) : save(secret.trim())),
  });
  useHeldPage(form.changed);
  return (
    <form className="grid gap-4" onSubmit={form.submit} noValidate>
      {url ? (
        <ol className="grid list-decimal gap-1 pl-5">
          <li>
            No GameBoost, em Settings, Developers, Webhooks, crie um destino com o endereço{" "}
            <code className="font-mono text-sm wrap-anywhere">{url}</code>
          </li>
          <li>
            Escolha o evento <code className="font-mono text-sm">account.order.purchased</code>.
          </li>
          <li>Copie o segredo que ele mostra e cole aqui.</li>
        </ol>
      ) : (
        <Alert>
          Esta instalação não tem endereço público (https), e o GameBoost não a alcança. Nada se perde: as vendas são
          buscadas a cada minuto.
        </Alert>
      )}
      <PasswordField
        {...form.field("secret")}
        label={saved ? "Novo segredo" : "Segredo"}
        secret="segredo"
        className="font-mono"
        autoComplete="off"
        maxLength={200}
        required
      />
      <span className="flex flex-wrap justify-end gap-2">
        {saved && (
          <Button icon="trash" onClick={() => setAsking("")}>
            Apagar segredo
          </Button>
        )}
        <Button type="submit" variant="primary" busy={form.busy}>
          {saved ? "Trocar segredo" : "Guardar segredo"}
        </Button>
      </span>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        destructive
        title={asking ? "Trocar o segredo?" : "Apagar o segredo?"}
        description="O segredo de agora deixa de valer na hora, e avisos assinados com ele são recusados."
        confirmLabel={asking ? "Trocar" : "Apagar"}
        onConfirm={() => save(asking ?? "")}
      />
    </form>
  );
}
