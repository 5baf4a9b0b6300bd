import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { api, newIdempotencyKey, pathQuery, type Schemas } from "@/api/client";
import { downloadHref, type RowState, type RunDetail, type RunRow, runKeys } from "@/api/runs";
import { currentUser } from "@/lib/app-context";
import { integer, plural } from "@/lib/format";
import type { DialogOpening } from "@/lib/lazy";
import { useForm } from "@/lib/use-form";
import EarningExplanationDialog from "@/shared/earnings/explanation-dialog";
import { type Asked, ROW_STATES } from "@/shared/run/run";
import { useAnnounce } from "@/ui/announcement";
import { Button, DownloadLink, Icon } from "@/ui/button";
import { ErrorState, Skeleton } from "@/ui/card";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/fields";
import { FormDialog, TypedConfirmDialog } from "@/ui/form-dialog";

type Credentials = Schemas["BulkCredentialsOutput"];
type Withdrawal = Schemas["WithdrawalEnum"];

/** `reason` is wanted of an admin who decides against the marketplace, or without its answer. */
type Decision = { outcome: "created"; remoteId: string; reason?: string } | { outcome: "failed" };

type OfRun = DialogOpening & { run: RunDetail };
type OfRow = OfRun & { row: RunRow };

/** The dialogs of a run, which come with the first one that is opened. */
export default function RunDialog({ asked, ...rest }: OfRun & { asked: Asked }) {
  switch (asked.about) {
    case "receipt":
      return <ReceiptDialog {...rest} />;
    case "withdrawal":
      return <WithdrawDialog {...rest} />;
    case "credentials":
      return <RevealDialog {...rest} row={asked.row} />;
    case "decision":
      return <ResolveDialog {...rest} row={asked.row} />;
    case "earning": {
      const { run, ...dialog } = rest;
      const { earning, title } = asked.row;
      if (!earning) return null;
      return <EarningExplanationDialog {...dialog} earning={{ id: earning.id, description: title, user: run.by }} />;
    }
  }
}

/** Make all that the run created drafts, or delete it (product: runs.acts). The words have to be typed, against slips. */
function WithdrawDialog({ run, ...dialog }: OfRun) {
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [action, setAction] = useState<Withdrawal>("draft");
  const { mutateAsync: withdraw } = useMutation({
    meta: {
      invalidates: [{ queryKey: runKeys.run(run.id), exact: true }],
      done: "Os anúncios serão retirados em seguida.",
    },
    mutationFn: () =>
      api.post("/api/bulk/runs/{run_id}/withdraw", { path: { run_id: run.id }, body: { action }, idempotencyKey }),
    onSuccess: dialog.onClose,
  });
  return (
    <TypedConfirmDialog
      {...dialog}
      title={`Retirar ${plural(run.listed, "anúncio", "anúncios")}?`}
      description="Vale para tudo o que esta execução criou e ainda está no marketplace. Os ganhos já creditados não mudam."
      phrase={`retirar ${run.id}`}
      confirmLabel="Retirar anúncios"
      onConfirm={() => withdraw()}
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">O que fazer com os anúncios</legend>
        {WITHDRAWALS.map(([value, label, hint]) => (
          <Choice
            key={value}
            name="action"
            label={label}
            hint={hint}
            checked={action === value}
            onChoose={() => setAction(value)}
          />
        ))}
      </fieldset>
    </TypedConfirmDialog>
  );
}

const WITHDRAWALS: [Withdrawal, string, string][] = [
  ["draft", "Tornar rascunho", "Saem da vitrine e podem ser publicados de novo no marketplace."],
  ["delete", "Excluir", "Deixam de existir. Os logins ficam livres para uma nova execução."],
];

const SHOWN_LISTINGS = 100;

/** The proof of a run: counts and listings under a seal that the file's reader can compute again. */
function ReceiptDialog({ run, ...dialog }: OfRun) {
  const path = { run_id: run.id };
  // Sealed anew each time it is looked at.
  const receipt = { ...pathQuery("/api/bulk/runs/{run_id}/receipt.json", { path }), staleTime: 0, gcTime: 0 };
  const { data, error, isFetching, refetch } = useQuery(receipt);
  return (
    <Dialog
      {...dialog}
      size="md"
      title={`Recibo da execução ${run.id}`}
      description="O que foi contado e criado até agora. Qualquer alteração no conteúdo muda o selo."
      footer={
        <>
          <Button onClick={dialog.onClose}>Fechar</Button>
          <DownloadLink variant="primary" href={downloadHref(run.id, "receipt.json")}>
            Baixar recibo
          </DownloadLink>
        </>
      }
    >
      {data && <ReceiptBody receipt={data} />}
      {!data && error && !isFetching && <ErrorState error={error} onRetry={refetch} />}
      {!data && isFetching && <Skeleton className="h-72" />}
    </Dialog>
  );
}

function ReceiptBody({ receipt: { receipt, sha256 } }: { receipt: Schemas["BulkReceiptOutput"] }) {
  const { counts, listings, total } = receipt;
  const present = (Object.keys(ROW_STATES) as RowState[]).filter((state) => counts[state] > 0);
  return (
    <div className="grid gap-4">
      <dl className="grid gap-1 tabular-nums">
        {present.map((state) => (
          <div key={state} className="flex justify-between gap-4">
            <dt className="text-muted">{ROW_STATES[state].many}</dt>
            <dd>{integer(counts[state])}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-line border-t pt-1 font-semibold">
          <dt>Total</dt>
          <dd>{integer(total)}</dd>
        </div>
      </dl>
      {listings.length > 0 && (
        <section>
          <h3 className="mb-1 font-semibold">{plural(listings.length, "anúncio", "anúncios")}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable from the keyboard */}
          <ul className="max-h-48 overflow-y-auto" tabIndex={0} aria-label="Anúncios criados">
            {listings.slice(0, SHOWN_LISTINGS).map(({ line, remoteId, withdrawnAt }) => (
              <li key={line} className="flex justify-between gap-4 border-line border-b py-1 last:border-0">
                <span className="text-muted tabular-nums">Linha {integer(line)}</span>
                <code className="font-mono text-sm break-all">
                  {remoteId}
                  {withdrawnAt && " (retirado)"}
                </code>
              </li>
            ))}
          </ul>
          {listings.length > SHOWN_LISTINGS && <p className="mt-1 text-sm text-muted">Os demais estão no arquivo.</p>}
        </section>
      )}
      <section>
        <h3 className="mb-1 font-semibold">Selo SHA-256</h3>
        <p className="flex items-center gap-1">
          <code className="font-mono text-sm break-all">{sha256}</code>
          <CopyButton label="Copiar o selo" text={sha256} />
        </p>
        <p className="mt-1 text-sm text-muted">
          Para conferir o arquivo: <code className="font-mono">jq -cjS .receipt arquivo.json | sha256sum</code>
        </p>
      </section>
    </div>
  );
}

const REMOTE_ID = /^[A-Za-z0-9_-]{1,100}$/;

/** 'if the look-up itself keeps failing it is `uncertain` until someone decides'. */
function ResolveDialog({ run, row, ...dialog }: OfRow) {
  const path = { run_id: run.id, row_id: row.id };
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [outcome, setOutcome] = useState<Decision["outcome"]>("created");
  const { mutateAsync } = useMutation({
    meta: {
      invalidates: [{ queryKey: runKeys.run(run.id), exact: true }],
      done: outcome === "created" ? "Conta marcada como criada; o ganho foi creditado." : "Conta marcada como falha.",
    },
    mutationFn: (body: Decision) =>
      api.post("/api/bulk/runs/{run_id}/rows/{row_id}/resolve", { path, body, idempotencyKey }),
    onSuccess: dialog.onClose,
  });
  const form = useForm({
    initial: { remoteId: "", reason: "" },
    validate: ({ remoteId }) =>
      outcome === "created" && !REMOTE_ID.test(remoteId.trim()) ? { remoteId: "Informe o número do anúncio." } : {},
    onSubmit: ({ remoteId, reason }) =>
      mutateAsync(
        outcome === "failed"
          ? { outcome }
          : { outcome, remoteId: remoteId.trim(), ...(reason.trim() && { reason: reason.trim() }) },
      ),
  });
  // The server asks an admin for it when the marketplace did not confirm the listing.
  const wantsReason = form.problems.reason !== undefined || form.values.reason !== "";
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={`Decidir a linha ${row.line}`}
      description={`Procure ${row.login} no marketplace e diga o que encontrou.`}
      submitLabel="Confirmar"
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">O que aconteceu com esta conta</legend>
        <Choice
          name="outcome"
          label="Foi criada"
          hint="O anúncio existe: a conta passa a criada e o ganho é creditado."
          checked={outcome === "created"}
          onChoose={() => setOutcome("created")}
        >
          <TextField {...form.field("remoteId")} label="Número do anúncio" autoComplete="off" required />
          {wantsReason && (
            <TextField {...form.field("reason")} label="Motivo" autoComplete="off" maxLength={500} required />
          )}
        </Choice>
        {row.state === "uncertain" && (
          <Choice
            name="outcome"
            label="Não foi criada"
            hint="O anúncio não existe: a conta passa a falha e pode ser repetida."
            checked={outcome === "failed"}
            onChoose={() => setOutcome("failed")}
          />
        )}
      </fieldset>
    </FormDialog>
  );
}

const FIELDS: [keyof Credentials, string][] = [
  ["login", "Login"],
  ["password", "Senha"],
  ["emailLogin", "E-mail"],
  ["emailPassword", "Senha do e-mail"],
];

const RECORDED = "Esta consulta foi registrada.";
const MASKED: Credentials = { login: "", password: "••••••••", emailLogin: "", emailPassword: "" };

/** One account's credentials; each look writes an audit row (product: people.audit). */
function RevealDialog({ run, row, ...dialog }: OfRow) {
  const path = { run_id: run.id, row_id: row.id };
  const reveal = useMutation({ mutationFn: () => api.post("/api/bulk/runs/{run_id}/rows/{row_id}/reveal", { path }) });
  useAnnounce(reveal.data ? RECORDED : "");
  const credentials = reveal.data ?? { ...MASKED, login: row.login };
  return (
    <Dialog
      {...dialog}
      title={`Credenciais da linha ${row.line}`}
      description={traceLabel(run.by)}
      footer={
        <>
          <Button onClick={dialog.onClose}>Fechar</Button>
          {!reveal.data && (
            <Button variant="primary" icon="eye" busy={reveal.isPending} onClick={() => reveal.mutate()}>
              Mostrar credenciais
            </Button>
          )}
        </>
      }
    >
      <dl className="grid gap-1">
        {FIELDS.filter(([name]) => credentials[name]).map(([name, label]) => (
          <div key={name} className="flex min-h-9 items-center justify-between gap-4 border-line border-b last:border-0">
            <dt className="flex-none text-muted">{label}</dt>
            <dd className="flex min-w-0 items-center gap-1">
              <code className="font-mono text-sm break-all">{credentials[name]}</code>
              {reveal.data && <CopyButton label={`Copiar ${label}`} text={reveal.data[name]} />}
            </dd>
          </div>
        ))}
      </dl>
      {reveal.data && (
        <p className="mt-3 flex items-center gap-2 text-sm text-muted">
          <Icon name="shield" />
          {RECORDED}
        </p>
      )}
    </Dialog>
  );
}

function traceLabel({ id, fullName }: RunDetail["by"]): string {
  const reader = id === currentUser().id ? "você pode vê-la" : `${fullName} pode vê-la`;
  return `A consulta fica registrada com seu nome e a hora, e ${reader} no Perfil, em Atividade.`;
}

type ChoiceProps = {
  name: string;
  label: string;
  hint: ReactNode;
  checked: boolean;
  onChoose: () => void;
  children?: ReactNode;
};

/** One of a few answers, with what it leads to; `children` are asked for when it is chosen. Belongs in a fieldset. */
function Choice({ name, label, hint, checked, onChoose, children }: ChoiceProps) {
  const labelId = useId();
  const hintId = useId();
  return (
    <div className="rounded-md border border-line p-3 has-checked:border-accent">
      <label className="flex items-start gap-2.5">
        <input
          type="radio"
          name={name}
          className="mt-0.5 size-4 flex-none"
          aria-labelledby={labelId}
          aria-describedby={hintId}
          checked={checked}
          onChange={onChoose}
        />
        <span>
          <span id={labelId} className="block font-medium">
            {label}
          </span>
          <span id={hintId} className="block text-sm text-muted">
            {hint}
          </span>
        </span>
      </label>
      {checked && children && <div className="mt-3 ml-6.5">{children}</div>}
    </div>
  );
}
