import { listQuery } from "@/api/client";
import { lastLoginOf, type Person } from "@/api/people";
import { currentUser } from "@/lib/app-context";
import { date } from "@/lib/format";
import { lazy, useOpenFromUrl, useOpening } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { ListCard, useList } from "@/shared/lists/list-card";
import { nameOf, PersonName, presenceLabel, ROLE_OPTIONS, roleLabel } from "@/shared/people/person-name";
import { Status } from "@/ui/badge";
import { Button, IconButton } from "@/ui/button";
import { actionsColumn, type Column, column } from "@/ui/table";

const NewEmployeeDialog = lazy(() => import("@/screens/admin-panel/employee-dialogs"), "NewEmployeeDialog");
const EmployeeDialogs = lazy(() => import("@/screens/admin-panel/employee-dialogs"), "EmployeeDialogs");
const DeleteDialog = lazy(() => import("@/screens/admin-panel/employee-dialogs"), "DeleteDialog");

const ORDERS = [
  { value: "fullName", label: "Nome" },
  { value: "username", label: "Usuário" },
  { value: "-lastLogin", label: "Último login" },
  { value: "-createdAt", label: "Mais recentes" },
];

export default function EmployeesTab() {
  const people = useList((query) => listQuery("/api/users", { query }), {
    filters: [{ name: "role", label: "Função", all: "Todas as funções", options: ROLE_OPTIONS }],
    orders: ORDERS,
    orderName: "ordering",
  });
  const creating = useOpening<null>(useOpenFromUrl("funcionario"));
  const looking = useOpening<Person>();
  const deleting = useOpening<Person>();
  /** 'admins cannot be deleted …; own account cannot be deleted'. */
  const askToDelete = (person: Person) => {
    if (person.id === currentUser().id) toast.error("Você não pode deletar sua própria conta");
    else if (person.role === "admin") toast.error("Não é possível deletar administradores");
    else deleting.show(person);
  };
  return (
    <>
      <ListCard
        title="Funcionários"
        actions={
          <Button variant="primary" icon="plus" onClick={() => creating.show(null)}>
            Novo Funcionário
          </Button>
        }
        list={people}
        rowKey={({ id }) => id}
        columns={columns({ onLook: looking.show, onDelete: askToDelete })}
        searchLabel="Buscar por nome ou usuário"
        empty={{ icon: "users", title: "Nenhum funcionário cadastrado" }}
      />
      {creating.dialog(NewEmployeeDialog, () => ({}))}
      {looking.dialog(EmployeeDialogs, (person) => ({ person }))}
      {deleting.dialog(DeleteDialog, (person) => ({ person }))}
    </>
  );
}

type RowActions = { onLook: (person: Person) => void; onDelete: (person: Person) => void };

function columns({ onLook, onDelete }: RowActions): Column<Person>[] {
  return [
    column("Funcionário", PersonName),
    column("Função", { phone: "bare" }, ({ role }) => roleLabel(role).label),
    column("Presença", { phone: "side" }, ({ isOnline }) => <Status {...presenceLabel(isOnline)} />),
    column("Último login", { phone: "hidden" }, lastLoginOf),
    column("Criado em", { phone: "hidden" }, ({ createdAt }) => date(createdAt)),
    actionsColumn((person) => (
      <span className="inline-flex gap-1">
        <Button size="sm" aria-label={`Detalhes de ${nameOf(person)}`} onClick={() => onLook(person)}>
          Detalhes
        </Button>
        <IconButton icon="trash" size="sm" label={`Deletar ${nameOf(person)}`} onClick={() => onDelete(person)} />
      </span>
    )),
  ];
}
