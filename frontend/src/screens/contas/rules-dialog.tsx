import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { globalSettingsQuery, saveGlobalSettings } from "@/api/configs";
import {
  applyProposals,
  declineProposals,
  deleteRule,
  type Proposal,
  proposalsQuery,
  rulesQuery,
  type SavedRule,
  stockKey,
  undoPrices,
} from "@/api/stock";
import { timeLeft } from "@/lib/clock";
import { counted, money, relative } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { useOpening } from "@/lib/use-opening";
import { MODES } from "@/screens/contas/words";
import { usePages } from "@/shared/lists/paged-card";
import { Badge, Status, type Words } from "@/ui/badge";
import { Button } from "@/ui/button";
import { ConfirmDialog, Dialog } from "@/ui/dialog";
import { Field, type Option, Switch } from "@/ui/fields";
import { NumberStepper } from "@/ui/number-stepper";
import { EmptyState } from "@/ui/states";
import { actionsColumn, type Column, column, PagedTable, selectColumn, Table, Tick, TwoLines } from "@/ui/table";

const RuleDialog = lazy(() => import("@/screens/contas/rule-dialog"));

const PROPOSALS = 10;
const POLL_MS = 5000;

type RulesDialogProps = { games: Option[]; services: Option[]; open: boolean; onClose: () => void };

/** What changes prices by itself: the rules, the switch that stops them all, and what they propose. */
export default function RulesDialog({ games, services, ...dialog }: RulesDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const poll = { refetchInterval: POLL_MS, enabled: dialog.open };
  const rules = useQuery({ ...rulesQuery(), ...poll });
  const proposals = usePages((offset) => ({ ...proposalsQuery({ limit: PROPOSALS, offset }), ...poll }));
  const editing = useOpening<SavedRule | null>();
  const deleting = useOpening<SavedRule>();
  const open = (proposals.query.data?.rows ?? []).filter((proposal) => proposal.open);
  const ids = open.map(({ id }) => id).filter((id) => chosen.has(id));
  const meta = { invalidates: [{ queryKey: stockKey }] };
  const applying = useMutation({
    meta,
    mutationFn: applyProposals,
    onSuccess: ({ applied }, asked) => {
      const left = asked.length - applied;
      const rest =
        left > 0 ? ` ${counted(left, "ficou", "ficaram")} de fora: o limite do dia acabou ou o preço mudou.` : "";
      toast.success(`${counted(applied, "preço está mudando", "preços estão mudando")}.${rest}`);
    },
    onSettled: () => setChosen(new Set()),
  });
  const { data: last } = applying;
  const { mutate: decline, isPending: declining } = useMutation({
    meta,
    mutationFn: declineProposals,
    onSettled: () => setChosen(new Set()),
  });
  const { mutate: undo, isPending: undoing } = useMutation({
    meta,
    mutationFn: undoPrices,
    onSuccess: ({ undone }) => {
      applying.reset();
      toast.success(`${counted(undone, "preço volta", "preços voltam")} ao que era.`);
    },
  });
  const { mutateAsync: remove } = useMutation({ meta: { ...meta, done: "Regra excluída." }, mutationFn: deleteRule });
  const choose = (id: number, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((each) => each !== id)));
  return (
    <Dialog
      {...dialog}
      size="lg"
      title="Regras de preço"
      description="Uma regra propõe preços e, se você deixar, os aplica: nunca abaixo do custo, da taxa e do ganho pago."
      footer={
        ids.length > 0 && (
          <>
            <strong className="mr-auto">{counted(ids.length, "proposta selecionada", "propostas selecionadas")}</strong>
            <Button icon="close" busy={declining} onClick={() => decline(ids)}>
              Recusar
            </Button>
            <Button variant="primary" icon="check" busy={applying.isPending} onClick={() => applying.mutate(ids)}>
              Aplicar
            </Button>
          </>
        )
      }
    >
      <Limits />
      <Heading title="Regras">
        <Button size="sm" icon="plus" onClick={() => editing.show(null)}>
          Nova regra
        </Button>
      </Heading>
      <Table
        caption="Regras"
        rows={rules.data?.rows}
        error={rules.error}
        onRetry={rules.refetch}
        rowKey={({ id }) => id}
        expectedRows={2}
        columns={ruleColumns(editing.show, deleting.show)}
        empty={<EmptyState icon="edit" title="Nenhuma regra ainda" description="Crie uma: ela começa só propondo." />}
      />
      <Heading title="Propostas">
        <div className="flex flex-wrap justify-end gap-2">
          {last && last.applied > 0 && (
            <Button size="sm" icon="undo" busy={undoing} onClick={() => undo(last.batch)}>
              Desfazer
            </Button>
          )}
          {open.length > 0 && (
            <Button size="sm" icon="check" onClick={() => setChosen(new Set(open.map(({ id }) => id)))}>
              Selecionar todas da página
            </Button>
          )}
        </div>
      </Heading>
      <PagedTable
        caption="Propostas"
        {...proposals}
        limit={PROPOSALS}
        rowKey={({ id }) => id}
        expectedRows={4}
        columns={proposalColumns({ chosen, choose, undoing, undo, now: proposals.query.dataUpdatedAt })}
        empty={<EmptyState title="Nada proposto" description="O que as regras propõem aparece aqui." />}
      />
      {editing.dialog(RuleDialog, (rule) => ({ rule, games, services }))}
      {deleting.dialog(ConfirmDialog, (rule) => ({
        title: "Excluir regra",
        description: `“${rule.name}” deixa de propor preços. O que ela já propôs continua na lista.`,
        confirmLabel: "Excluir",
        destructive: true,
        onConfirm: () => remove(rule.id),
      }))}
    </Dialog>
  );
}

function Heading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-5 mb-2 flex min-h-8 items-center justify-between gap-3">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  );
}

function Limits() {
  const { data: settings } = useQuery(globalSettingsQuery());
  const { mutate: save, isPending } = useMutation({
    meta: { invalidates: [{ queryKey: globalSettingsQuery().queryKey }, { queryKey: stockKey }] },
    mutationFn: saveGlobalSettings,
  });
  return (
    <div className="grid items-start gap-4 rounded-md bg-sunken px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <Switch
        label="Parar todas as regras de preço"
        description="Na hora: nada é proposto, e o que as regras pediram e ainda não foi não vai mais."
        checked={settings?.priceRulesStopped ?? false}
        disabled={!settings || isPending}
        onChange={(priceRulesStopped) => save({ priceRulesStopped })}
      />
      <Field label="Mudanças por dia, ao todo">
        <NumberStepper
          label="mudanças por dia"
          max={10_000}
          value={settings?.priceChangesADay ?? 0}
          disabled={!settings}
          busy={isPending}
          onChange={(priceChangesADay) => save({ priceChangesADay })}
        />
      </Field>
    </div>
  );
}

type OnRule = (rule: SavedRule) => void;

function ruleColumns(edit: OnRule, remove: OnRule): Column<SavedRule>[] {
  return [
    column("Regra", ({ name }) => <span className="font-medium">{name}</span>),
    column("Modo", { phone: "side" }, ({ mode }) => <Badge {...MODES[mode]} />),
    column("Propostas abertas", ({ proposals }) => counted(proposals, "proposta", "propostas")),
    actionsColumn((rule) => (
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" icon="edit" aria-label={`Editar ${rule.name}`} onClick={() => edit(rule)}>
          Editar
        </Button>
        <Button size="sm" icon="trash" aria-label={`Excluir ${rule.name}`} onClick={() => remove(rule)}>
          Excluir
        </Button>
      </div>
    )),
  ];
}

type ProposalColumnsOf = {
  chosen: ReadonlySet<number>;
  choose: (id: number, isChosen: boolean) => void;
  undoing: boolean;
  undo: (batch: string) => void;
  now: number;
};

function proposalColumns({ chosen, choose, undoing, undo, now }: ProposalColumnsOf): Column<Proposal>[] {
  return [
    selectColumn(
      ({ id, open, title }) =>
        open && (
          <Tick label={`Selecionar ${title}`} checked={chosen.has(id)} onChange={(isChosen) => choose(id, isChosen)} />
        ),
    ),
    column("Anúncio", { phone: "title" }, ({ title, gameTitle, market, url }) => (
      <TwoLines first={<a href={url}>{title}</a>} second={`${gameTitle} · ${market}`} />
    )),
    column(
      "Preço",
      { align: "end", phone: "side", className: "tabular-nums whitespace-nowrap" },
      ({ before, after }) => (
        <>
          {before && <s className="text-muted">{money(before, "EUR")}</s>} {money(after, "EUR")}
        </>
      ),
    ),
    column("Piso", { align: "end" }, ({ floor }) => floor && money(floor, "EUR")),
    column("Por quê", ({ rule, reason, unknown, open }) => (
      <TwoLines first={reason} second={rule}>
        {unknown && open && <span className="block text-sm text-warn">{unknown} Só um administrador aplica.</span>}
      </TwoLines>
    )),
    column("Situação", (proposal) => (
      <TwoLines
        first={<Status {...wordsOf(proposal)} />}
        second={
          proposal.dueAt && proposal.error
            ? `${proposal.error} Nova tentativa: ${timeLeft(proposal.dueAt, now)}.`
            : proposal.error || relative(proposal.appliedAt ?? proposal.askedAt)
        }
      />
    )),
    actionsColumn(
      ({ batch, appliedAt, dueAt, title }) =>
        batch &&
        (appliedAt || dueAt) && (
          <Button size="sm" icon="undo" busy={undoing} aria-label={`Desfazer ${title}`} onClick={() => undo(batch)}>
            Desfazer
          </Button>
        ),
    ),
  ];
}

function wordsOf({ open, batch, appliedAt, dueAt }: Proposal): Words {
  if (open) return { tone: "accent", label: "Espera você" };
  if (appliedAt) return { tone: "good", label: "Aplicada" };
  if (dueAt) return { tone: "info", label: "Mudando" };
  return { tone: "neutral", label: batch ? "Não foi" : "Recusada" };
}
