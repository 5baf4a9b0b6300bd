/** The dialogs about employees, which come with the first one that is opened. */

import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { api, pathQuery, type Schemas } from "@/api/client";
import { paidQuery, pendingEarningsQuery, statementHref } from "@/api/earnings";
import { editPerson, lastLoginOf, type Person, type PersonChanges, peopleButOpenWork } from "@/api/people";
import type { Role } from "@/lib/app-context";
import { deviceLabel } from "@/lib/devices";
import { dateTime, money, plural, today } from "@/lib/format";
import { type DialogOpening, useOpening } from "@/lib/lazy";
import { passwordProblem } from "@/lib/passwords";
import { useForm } from "@/lib/use-form";
import { BalanceDialog, TransferDialog } from "@/screens/admin-panel/money-dialogs";
import { nameOf, type PersonChoice, presenceLabel, ROLE_OPTIONS, roleLabel } from "@/shared/people/person-name";
import { PersonPicker } from "@/shared/people/person-picker";
import { Announcement } from "@/ui/announcement";
import { Status } from "@/ui/badge";
import { Button, DownloadLink, Icon } from "@/ui/button";
import { QueryResult, Skeleton } from "@/ui/card";
import { ConfirmDialog, Dialog } from "@/ui/dialog";
import { Checkbox, FormField, SelectField, TextField } from "@/ui/fields";
import { FormDialog, TypedConfirmDialog } from "@/ui/form-dialog";
import { PasswordField } from "@/ui/password-input";
import { Figure, FigureCard, StatGrid } from "@/ui/stat-card";
import { DateField } from "@/ui/value-fields";

const ACTS = { transfer: TransferDialog, balance: BalanceDialog, edit: EditEmployeeDialog, sessions: EndSessionsDialog };
type Act = keyof typeof ACTS;
type EmployeeDialogsProps = DialogOpening & { person: Person };

/** The detail of an employee and what can be done from it. One window at a time: an act returns to the detail. */
export function EmployeeDialogs({ person: given, open, onClose }: EmployeeDialogsProps) {
  const [person, setPerson] = useState(given);
  const { opening, show, close } = useOpening<Act>();
  const acting = opening?.open === true;
  const ActDialog = opening && ACTS[opening.subject];
  return (
    <>
      <EmployeeDialog person={person} open={open && !acting} onClose={onClose} onAct={show} />
      {ActDialog && <ActDialog key={opening.number} person={person} open={acting} onClose={close} onEdited={setPerson} />}
    </>
  );
}

type EmployeeDialogProps = EmployeeDialogsProps & { onAct: (act: Act) => void };

const UNKNOWN = "Não registrado";

function EmployeeDialog({ person, open, onClose, onAct }: EmployeeDialogProps) {
  // Not the first field: it is at the foot, and the window is there to be read.
  const edit = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      initialFocus={edit}
      title={nameOf(person)}
      description={`@${person.username} · ${roleLabel(person.role).label} · ID ${person.id}`}
      footer={
        <>
          <Button ref={edit} icon="edit" onClick={() => onAct("edit")} className="mr-auto">
            Editar
          </Button>
          <Button icon="plus" onClick={() => onAct("balance")}>
            Adicionar Saldo
          </Button>
          <Button variant="primary" icon="wallet" onClick={() => onAct("transfer")}>
            Transferir
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <Balances personId={person.id} />
        <Access person={person} onAct={onAct} />
        <Statement personId={person.id} />
        <p className="flex gap-2 text-sm text-muted">
          <Icon name="info" />
          Esta consulta fica registrada e aparece na atividade do funcionário.
        </p>
      </div>
    </Dialog>
  );
}

function Balances({ personId }: { personId: number }) {
  const pending = useQuery({ ...pendingEarningsQuery(personId, 5, 0), staleTime: 0 });
  const paid = useQuery({ ...paidQuery(personId), staleTime: 0 });
  return (
    <section className="grid gap-3">
      <StatGrid>
        <FigureCard label="Pendente" icon="clock" query={pending} of={({ total }) => money(total)} />
        <FigureCard label="Pago" icon="circle-check" query={paid} of={({ total }) => money(total)} />
      </StatGrid>
      <h3 className="font-semibold">Ganhos pendentes</h3>
      <QueryResult query={pending} fallback={<Skeleton className="h-24" />}>
        {({ earnings }) =>
          earnings.length === 0 ? (
            <p className="text-muted">Nenhum ganho encontrado</p>
          ) : (
            <ul>
              {earnings.map(({ id, description, createdAt, amount }) => (
                <li key={id} className={ROW}>
                  <span className="min-w-0">
                    <span className="block truncate">{description}</span>
                    <span className="block text-sm text-muted">{dateTime(createdAt)}</span>
                  </span>
                  <span className="font-medium tabular-nums">{money(amount)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </section>
  );
}

const ROW = "flex items-baseline justify-between gap-4 border-line border-b py-1.5 last:border-0";

function Access({ person, onAct }: Pick<EmployeeDialogProps, "person" | "onAct">) {
  const looked = useQuery(pathQuery("/api/users/{user_id}", { path: { user_id: person.id } }));
  const details = looked.data ?? person;
  return (
    <section>
      <div className="flex items-center justify-between gap-4">
        <h3 className="font-semibold">Acesso</h3>
        <Button size="sm" onClick={() => onAct("sessions")}>
          Encerrar sessões
        </Button>
      </div>
      <dl>
        <Fact name="Presença" value={<Status {...presenceLabel(details.isOnline)} />} />
        <Fact name="Último login" value={lastLoginOf(details)} />
        <Fact name="IP" value={<Figure query={looked} of={({ lastActiveIp }) => lastActiveIp || UNKNOWN} />} />
        <Fact name="Navegador" value={<Figure query={looked} of={browserOf} />} />
        <Fact name="Conta criada em" value={dateTime(person.createdAt)} />
      </dl>
    </section>
  );
}

/** What the browser calls itself is at hand for whoever has to tell two apart. */
const browserOf = ({ browserInfo }: Person): ReactNode =>
  browserInfo ? <span title={browserInfo}>{deviceLabel(browserInfo)}</span> : UNKNOWN;

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className={ROW}>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-end wrap-anywhere tabular-nums">{value}</dd>
    </div>
  );
}

function Statement({ personId }: { personId: number }) {
  const [period, setPeriod] = useState({ start: "", end: "" });
  const day = (name: "start" | "end", label: string) => (
    <DateField
      label={label}
      max={today()}
      value={period[name]}
      onChange={(event) => setPeriod({ ...period, [name]: event.target.value })}
    />
  );
  return (
    <section>
      <h3 className="mb-2 font-semibold">Extrato de ganhos</h3>
      <div className="grid grid-cols-2 gap-3">
        {day("start", "De")}
        {day("end", "Até")}
        {(["csv", "pdf"] as const).map((format) => (
          <DownloadLink key={format} href={statementHref(personId, format, period)}>
            {format.toUpperCase()}
          </DownloadLink>
        ))}
      </div>
    </section>
  );
}

/** A lost telephone, a computer that was left open. */
function EndSessionsDialog({ person, ...dialog }: EmployeeDialogsProps) {
  const { mutateAsync: end } = useMutation({
    meta: { invalidates: [peopleButOpenWork], done: "Sessões encerradas" },
    mutationFn: () => api.post("/api/users/{user_id}/sessions/end", { path: { user_id: person.id } }),
  });
  return (
    <ConfirmDialog
      {...dialog}
      title="Encerrar as sessões?"
      description={`${nameOf(person)} terá de entrar de novo em todos os navegadores.`}
      confirmLabel="Encerrar sessões"
      destructive
      onConfirm={() => end()}
    />
  );
}

type EditEmployeeDialogProps = EmployeeDialogsProps & { onEdited: (person: Person) => void };

/** Changes a person's name, and the passwords for which a new one is typed. */
function EditEmployeeDialog({ person, onEdited, ...dialog }: EditEmployeeDialogProps) {
  const [removesSecond, setRemovesSecond] = useState(false);
  const { mutateAsync: edit } = useMutation({
    meta: { invalidates: [peopleButOpenWork], done: "Funcionário atualizado com sucesso" },
    mutationFn: (changes: PersonChanges) => editPerson(person, changes),
    onSuccess: (edited) => {
      onEdited(edited);
      dialog.onClose();
    },
  });
  const form = useForm<{ fullName: string; newPassword: string; secondPassword: string }>({
    initial: { fullName: person.fullName, newPassword: "", secondPassword: "" },
    validate: ({ newPassword, secondPassword }) => ({
      ...(newPassword && passwordProblem("newPassword", newPassword)),
      ...(secondPassword && passwordProblem("secondPassword", secondPassword)),
    }),
    onSubmit: ({ fullName, newPassword, secondPassword }) =>
      edit({
        ...(fullName.trim() !== person.fullName && { fullName: fullName.trim() }),
        ...(newPassword && { newPassword }),
        ...(removesSecond ? { secondPassword: null } : secondPassword && { secondPassword }),
      }),
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Editar funcionário"
      description={`${nameOf(person)} · @${person.username}`}
      submitLabel="Salvar"
    >
      <TextField {...form.field("fullName")} label="Nome completo" autoComplete="off" maxLength={150} />
      <PasswordField
        {...form.field("newPassword")}
        label="Nova senha"
        hint="Em branco, a senha atual continua valendo. Uma nova encerra as sessões abertas."
      />
      <PasswordField
        {...form.field("secondPassword")}
        label="Nova segunda senha"
        secret="segunda senha"
        hint="Em branco, nada muda."
        disabled={removesSecond}
      />
      <Checkbox label="Remover a segunda senha" checked={removesSecond} onChange={setRemovesSecond} />
    </FormDialog>
  );
}

type NewValues = Record<keyof Schemas["AccountsNewPersonInputRequest"], string>;
const MIN_USERNAME = 3;
const EMPTY: NewValues = { username: "", password: "", role: "employee", fullName: "", secondPassword: "" };

export function NewEmployeeDialog(dialog: { open: boolean; onClose: () => void }) {
  const { mutateAsync: create } = useMutation({
    meta: { invalidates: [peopleButOpenWork], done: (person: Person) => `${nameOf(person)} já pode entrar no sistema.` },
    mutationFn: (values: NewValues) => api.post("/api/users", { body: { ...values, role: values.role as Role } }),
    onSuccess: dialog.onClose,
  });
  const form = useForm<NewValues>({ initial: EMPTY, validate: problemsOfNew, onSubmit: create });
  return (
    <FormDialog {...dialog} form={form} title="Novo Funcionário" submitLabel="Criar Funcionário">
      <TextField {...form.field("fullName")} label="Nome completo" autoComplete="off" maxLength={150} />
      <TextField
        {...form.field("username")}
        label="Nome de Usuário"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={150}
        required
      />
      <PasswordField {...form.field("password")} label="Senha" required />
      <PasswordField
        {...form.field("secondPassword")}
        label="Segunda Senha (opcional)"
        secret="segunda senha"
        hint="Com ela, o login tem duas etapas."
      />
      <SelectField
        {...form.field("role")}
        label="Função"
        hint="A função não pode ser alterada depois."
        required
        options={ROLE_OPTIONS}
      />
    </FormDialog>
  );
}

function problemsOfNew({ username, password, role, secondPassword }: NewValues): Partial<NewValues> {
  return {
    ...(username.trim().length < MIN_USERNAME && { username: "Nome de usuário deve ter pelo menos 3 caracteres" }),
    ...passwordProblem("password", password),
    ...(secondPassword && passwordProblem("secondPassword", secondPassword)),
    ...(role === "" && { role: "Campo Função é obrigatório" }),
  };
}

/** The username has to be typed: nobody is deleted by a slip. What is open may go to somebody else. */
export function DeleteDialog({ person, ...dialog }: { person: Person; open: boolean; onClose: () => void }) {
  const path = { user_id: person.id };
  const { data: left, isError } = useQuery({ ...pathQuery("/api/users/{user_id}/removal", { path }), staleTime: 0 });
  const [runsTo, setRunsTo] = useState<PersonChoice | null>(null);
  const [tasksTo, setTasksTo] = useState<PersonChoice | null>(null);
  const { mutateAsync: remove } = useMutation({
    meta: { invalidates: [peopleButOpenWork, "tasks"], done: `${nameOf(person)} não tem mais acesso ao sistema.` },
    // Without anybody who takes over, runs are cancelled and tasks leave the counts.
    mutationFn: () =>
      api.delete("/api/users/{user_id}", {
        path,
        query: {
          ...(runsTo && { runs: "handOn", runsTo: runsTo.id }),
          ...(tasksTo && { tasks: "handOn", tasksTo: tasksTo.id }),
        },
      }),
    onSuccess: dialog.onClose,
  });
  return (
    <TypedConfirmDialog
      {...dialog}
      title={`Deletar ${nameOf(person)}?`}
      description="A pessoa perde o acesso na hora e seu nome é apagado. Ganhos, pagamentos e histórico ficam."
      phrase={person.username}
      confirmLabel="Deletar"
      onConfirm={() => remove()}
    >
      <Announcement className="rounded-md bg-sunken px-4 py-2" text={isError ? UNREAD : left ? removalText(left) : "…"} />
      {left && left.openRuns > 0 && (
        <FormField
          label={`Passar ${plural(left.openRuns, "execução aberta", "execuções abertas")} para`}
          hint={runsTo ? "Ganha o que for criado a partir de agora." : "Sem ninguém escolhido, são canceladas."}
        >
          <PersonPicker value={runsTo} onChange={setRunsTo} />
        </FormField>
      )}
      {left && left.openTasks > 0 && (
        <FormField
          label={`Passar ${plural(left.openTasks, "tarefa aberta", "tarefas abertas")} para`}
          hint={tasksTo ? "Metas, prazos e pagamento continuam." : "Sem ninguém escolhido, saem das listas e contagens."}
        >
          <PersonPicker value={tasksTo} onChange={setTasksTo} />
        </FormField>
      )}
    </TypedConfirmDialog>
  );
}

const UNREAD = "Não foi possível ver o que está aberto. Feche e tente de novo.";

function removalText({ openRuns, openTasks, owed, keys }: Schemas["ShellRemovalOutput"]): string {
  const open = `${plural(openRuns, "execução aberta", "execuções abertas")}, ${plural(openTasks, "tarefa aberta", "tarefas abertas")}.`;
  const pay = Number(owed) > 0 ? `${money(owed)} a receber: continua a ser pago em Pagamentos.` : "Nada a receber.";
  const key = keys > 0 ? " A chave de API própria é apagada." : "";
  return `${open} ${pay}${key}`;
}
