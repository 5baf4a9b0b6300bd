/** The dialogs of the stock, which come with the first one that is opened. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, listQuery, newIdempotencyKey, type Schemas } from "@/api/client";
import { globalSettingsQuery, saveGlobalSettings } from "@/api/configs";
import { changePrices, type SavedRule, type StockAccount, saveRule, undoPrices } from "@/api/stock";
import { timeLeft } from "@/lib/clock";
import { decimal, money, parseMoney, plural, relative } from "@/lib/format";
import { type DialogOpening, useOpening } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { KINDS, MODES, ROUNDINGS } from "@/screens/contas/labels";
import { newPrices, type PriceRule } from "@/screens/contas/prices";
import { usePages } from "@/shared/lists/paged-card";
import { Timeline } from "@/shared/stock/timeline";
import { Badge, type Label, Status } from "@/ui/badge";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/card";
import { ConfirmDialog, Dialog } from "@/ui/dialog";
import { FormField, type Option, optionsFrom, SelectField, Switch, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { NumberStepper } from "@/ui/number-stepper";
import { actionsColumn, type Column, column, PagedTable, selectColumn, Table, Tick, TwoLines } from "@/ui/table";
import { MoneyField } from "@/ui/value-fields";

type Proposal = Schemas["BulkProposalOutput"];

const PROPOSALS = 10;
const POLL_MS = 5000;

type RulesDialogProps = { games: Option[]; services: Option[]; open: boolean; onClose: () => void };

/** What changes prices by itself: the rules, the switch that stops them all, and what they propose. */
export function RulesDialog({ games, services, ...dialog }: RulesDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const poll = { refetchInterval: POLL_MS, enabled: dialog.open };
  const rules = useQuery({ ...listQuery("/api/stock/rules"), ...poll });
  const proposals = usePages((query) => ({ ...listQuery("/api/stock/proposals", { query }), ...poll }), PROPOSALS);
  const editing = useOpening<SavedRule | null>();
  const deleting = useOpening<SavedRule>();
  const open = (proposals.query.data?.rows ?? []).filter((proposal) => proposal.open);
  const ids = open.map(({ id }) => id).filter((id) => chosen.has(id));
  const meta = { invalidates: ["stock"] } as const;
  const applying = useMutation({
    meta,
    mutationFn: (chosen: number[]) => api.post("/api/stock/proposals/apply", { body: { ids: chosen } }),
    onSuccess: ({ applied }, asked) => {
      const left = asked.length - applied;
      const rest =
        left > 0 ? ` ${plural(left, "ficou", "ficaram")} de fora: o limite do dia acabou ou o preço mudou.` : "";
      toast.success(`${plural(applied, "preço está mudando", "preços estão mudando")}.${rest}`);
    },
    onSettled: () => setChosen(new Set()),
  });
  const { data: last } = applying;
  const { mutate: decline, isPending: declining } = useMutation({
    meta,
    mutationFn: (chosen: number[]) => api.post("/api/stock/proposals/decline", { body: { ids: chosen } }),
    onSettled: () => setChosen(new Set()),
  });
  const { mutate: undo, isPending: undoing } = useMutation({
    meta,
    mutationFn: undoPrices,
    onSuccess: ({ undone }) => {
      applying.reset();
      toast.success(`${plural(undone, "preço volta", "preços voltam")} ao que era.`);
    },
  });
  const { mutateAsync: remove } = useMutation({
    meta: { ...meta, done: "Regra excluída." },
    mutationFn: ({ id }: SavedRule) => api.delete("/api/stock/rules/{rule_id}", { path: { rule_id: id } }),
  });
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
            <strong className="mr-auto">{plural(ids.length, "proposta selecionada", "propostas selecionadas")}</strong>
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
        onConfirm: () => remove(rule),
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
    meta: { invalidates: [globalSettingsQuery(), "stock"] },
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
      <FormField label="Mudanças por dia, ao todo">
        <NumberStepper
          label="mudanças por dia"
          max={10_000}
          value={settings?.priceChangesADay ?? 0}
          disabled={!settings}
          busy={isPending}
          onChange={(priceChangesADay) => save({ priceChangesADay })}
        />
      </FormField>
    </div>
  );
}

type OnRule = (rule: SavedRule) => void;

function ruleColumns(edit: OnRule, remove: OnRule): Column<SavedRule>[] {
  return [
    column("Regra", ({ name }) => <span className="font-medium">{name}</span>),
    column("Modo", { phone: "side" }, ({ mode }) => <Badge {...MODES[mode]} />),
    column("Propostas abertas", ({ proposals }) => plural(proposals, "proposta", "propostas")),
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
    column("Preço", { align: "end", phone: "side", className: "tabular-nums whitespace-nowrap" }, ({ before, after }) => (
      <>
        {before && <s className="text-muted">{money(before, "EUR")}</s>} {money(after, "EUR")}
      </>
    )),
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

function wordsOf({ open, batch, appliedAt, dueAt }: Proposal): Label {
  if (open) return { tone: "accent", label: "Espera você" };
  if (appliedAt) return { tone: "good", label: "Aplicada" };
  if (dueAt) return { tone: "info", label: "Mudando" };
  return { tone: "neutral", label: batch ? "Não foi" : "Recusada" };
}

type RuleDialogProps = DialogOpening & { rule: SavedRule | null; games: Option[]; services: Option[] };

function RuleDialog({ rule, games, services, ...dialog }: RuleDialogProps) {
  const [idempotencyKey] = useState(newIdempotencyKey);
  const { mutateAsync: save } = useMutation({
    meta: { invalidates: ["stock"], done: "Regra salva. O que ela propuser aparece em instantes." },
    mutationFn: (values: Values) => saveRule(rule?.id, requestOf(values), idempotencyKey),
    onSuccess: dialog.onClose,
  });
  const form = useForm({ initial: valuesOf(rule), validate: problemsOf, onSubmit: save });
  const { kind } = form.values;
  const isSuggested = kind === "ai_price";
  return (
    <FormDialog
      {...dialog}
      form={form}
      size="md"
      title={rule ? "Editar regra" : "Nova regra"}
      description="O piso de cada conta é o custo, a taxa e o ganho pago por ela. Sem um deles, a regra só propõe."
      submitLabel="Salvar"
    >
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField {...form.field("name")} label="Nome" maxLength={80} required />
        <SelectField {...form.field("mode")} label="O que faz" options={optionsFrom(MODES)} />
        <SelectField {...form.field("kind")} label="Olha para" options={optionsFrom(KINDS)} />
        <SelectField {...form.field("game")} label="Jogo" placeholder="Todos os jogos" options={games} />
        {!isSuggested && (
          <>
            <SelectField
              {...form.field("service")}
              label="Marketplace"
              placeholder="Todos os marketplaces"
              options={services}
            />
            <TextField {...form.field("threshold")} label={KINDS[kind].threshold} inputMode="numeric" required />
            <TextField {...form.field("percentage")} label="Reduzir (%)" inputMode="decimal" required />
          </>
        )}
        <SelectField {...form.field("rounding")} label="Arredondar" options={optionsFrom(ROUNDINGS)} />
        <MoneyField
          {...form.field("cost")}
          label="Custo por conta"
          currency="EUR"
          hint="Para contas cujo custo não é conhecido."
        />
        <TextField {...form.field("feePercentage")} label="Taxa do marketplace (%)" inputMode="decimal" />
        <TextField {...form.field("daily")} label="Mudanças por conta e dia" inputMode="numeric" required />
        <TextField {...form.field("restDays")} label="Dias entre duas mudanças" inputMode="numeric" required />
      </div>
    </FormDialog>
  );
}

type Values = ReturnType<typeof valuesOf>;

function valuesOf(rule: SavedRule | null) {
  return {
    name: rule?.name ?? "",
    kind: rule?.kind ?? ("age" as const),
    mode: rule?.mode ?? ("propose" as const),
    game: rule?.game ?? "",
    service: rule?.service ?? ("" as const),
    rounding: rule?.rounding ?? ("cents" as const),
    threshold: String(rule?.threshold ?? 30),
    percentage: decimal(rule?.percentage ?? 5),
    cost: rule?.cost ? decimal(rule.cost) : "",
    feePercentage: rule?.feePercentage ? decimal(rule.feePercentage) : "",
    daily: String(rule?.daily ?? 1),
    restDays: String(rule?.restDays ?? 3),
  };
}

const isWhole = (typed: string) => /^\d{1,6}$/.test(typed.trim());
const isPercentage = (typed: string) => Number(parseMoney(typed) ?? Number.NaN) >= 0 && Number(parseMoney(typed)) <= 90;

function problemsOf({ name, threshold, percentage, cost, feePercentage, daily, restDays }: Values) {
  const whole = "Informe um número inteiro.";
  return {
    ...(name.trim() === "" && { name: "Campo Nome é obrigatório" }),
    ...(!isWhole(threshold) && { threshold: whole }),
    ...(!isPercentage(percentage) && { percentage: "Informe de 0 a 90 por cento." }),
    ...(cost.trim() !== "" && parseMoney(cost) === null && { cost: "Informe um valor válido." }),
    ...(feePercentage.trim() !== "" && !isPercentage(feePercentage) && { feePercentage: "Informe de 0 a 90 por cento." }),
    ...(!isWhole(daily) && { daily: whole }),
    ...(!isWhole(restDays) && { restDays: whole }),
  };
}

function requestOf({ name, threshold, percentage, cost, feePercentage, daily, restDays, ...choices }: Values) {
  const isSuggested = choices.kind === "ai_price";
  return {
    ...choices,
    ...(isSuggested && { service: "" as const }),
    name: name.trim(),
    threshold: isSuggested ? 0 : Number(threshold),
    percentage: isSuggested ? "0" : (parseMoney(percentage) ?? ""),
    cost: parseMoney(cost),
    feePercentage: parseMoney(feePercentage),
    daily: Number(daily),
    restDays: Number(restDays),
  };
}

const RULES = optionsFrom({ set: "Novo preço (€)", lower: "Reduzir (%)", raise: "Aumentar (%)" });

type OfPrices = { accounts: StockAccount[]; onAsked: (batch: string, count: number) => void };

/** Every price before and after, and then all of them at once. */
export function PriceDialog({ accounts, onAsked, ...dialog }: DialogOpening & OfPrices) {
  const { mutateAsync: change } = useMutation({
    meta: { invalidates: ["stock"] },
    mutationFn: changePrices,
    onSuccess: ({ batch }, prices) => {
      onAsked(batch, prices.length);
      dialog.onClose();
    },
  });
  const form = useForm({
    initial: { rule: "set", value: "" },
    validate: ({ rule, value }) =>
      newPrices(accounts, rule as PriceRule, value)?.length ? {} : { value: "Digite um valor que mude algum preço." },
    onSubmit: ({ rule, value }) => change(newPrices(accounts, rule as PriceRule, value) ?? []),
  });
  const { rule, value } = form.values;
  const prices = newPrices(accounts, rule as PriceRule, value) ?? [];
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Mudar preços"
      description="O resto do anúncio fica como está. Cada anúncio aceita 5 mudanças por minuto e 10 por hora."
      submitLabel={prices.length > 0 ? `Mudar ${plural(prices.length, "preço", "preços")}` : "Mudar preços"}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField {...form.field("rule")} label="Mudança" options={RULES} />
        {rule === "set" ? (
          <MoneyField {...form.field("value")} label="Preço" currency="EUR" required />
        ) : (
          <TextField {...form.field("value")} label="Por cento" inputMode="decimal" required />
        )}
      </div>
      {prices.length > 0 && (
        <ul className="grid max-h-64 gap-1 overflow-y-auto" aria-label="Prévia">
          {prices.map(({ id, title, market, before, after }) => (
            <li key={id} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 truncate">
                {title} <span className="text-muted">{market}</span>
              </span>
              <span className="flex-none tabular-nums">
                <s className="text-muted">{money(before, "EUR")}</s> {money(after, "EUR")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}

export function TimelineDialog({ account, ...dialog }: { account: StockAccount; open: boolean; onClose: () => void }) {
  return (
    <Dialog {...dialog} title="Histórico da conta" description={account.title}>
      {account.state === "sold_twice" && (
        <p className="mb-3 text-bad">
          Entregue ao primeiro comprador. No segundo marketplace, cancele ou reembolse o pedido antes do prazo.{" "}
          <a className="underline" href={`/pedidos?account=${account.id}`}>
            Ver os dois pedidos
          </a>
        </p>
      )}
      <Timeline listings={account.listings} />
    </Dialog>
  );
}
