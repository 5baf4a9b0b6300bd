import { useMutation } from "@tanstack/react-query";
import { type Credentials, type RunDetail, type RunRow, revealCredentials } from "@/api/runs";
import { currentUser } from "@/lib/app-context";
import { Button, CopyButton } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Icon } from "@/ui/icon";

type RevealDialogProps = { run: RunDetail; row: RunRow; open: boolean; onClose: () => void };

const FIELDS: [keyof Credentials, string][] = [
  ["login", "Login"],
  ["password", "Senha"],
  ["emailLogin", "Email"],
  ["emailPassword", "Senha do email"],
];

const MASKED: Credentials = { login: "", password: "••••••••", emailLogin: "", emailPassword: "" };

/** One account's credentials. 'every reveal of a credential writes an audit row that the person concerned can see'. */
export function RevealDialog({ run, row, open, onClose }: RevealDialogProps) {
  const reveal = useMutation({ mutationFn: () => revealCredentials(run.id, row.id), gcTime: 0 });
  const shown = reveal.data ?? { ...MASKED, login: row.login };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Credenciais da linha ${row.line}`}
      description={traceLabel(run.by)}
      footer={
        <>
          <Button onClick={onClose}>Fechar</Button>
          {!reveal.data && (
            <Button variant="primary" icon="eye" busy={reveal.isPending} onClick={() => reveal.mutate()}>
              Mostrar credenciais
            </Button>
          )}
        </>
      }
    >
      <dl className="grid gap-1">
        {FIELDS.filter(([name]) => shown[name]).map(([name, label]) => (
          <div
            key={name}
            className="flex min-h-9 items-center justify-between gap-4 border-line border-b last:border-0"
          >
            <dt className="flex-none text-muted">{label}</dt>
            <dd className="flex min-w-0 items-center gap-1">
              <code className="font-mono text-sm break-all">{shown[name]}</code>
              {reveal.data && <CopyButton label={`Copiar ${label}`} text={reveal.data[name]} />}
            </dd>
          </div>
        ))}
      </dl>
      {reveal.data && (
        <p role="status" className="mt-3 flex items-center gap-2 text-sm text-muted">
          <Icon name="shield" />
          Esta consulta foi registrada.
        </p>
      )}
    </Dialog>
  );
}

function traceLabel({ id, fullName }: RunDetail["by"]): string {
  const reader = id === currentUser().id ? "você pode vê-la" : `${fullName} pode vê-la`;
  return `A consulta fica registrada com seu nome e a hora, e ${reader} no Perfil, em Atividade.`;
}
