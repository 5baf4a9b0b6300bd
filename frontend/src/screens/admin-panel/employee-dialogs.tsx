import { useState } from "react";
import type { Person } from "@/api/people";
import { useOpening } from "@/lib/use-opening";
import BalanceDialog from "@/screens/admin-panel/balance-dialog";
import EditEmployeeDialog from "@/screens/admin-panel/edit-employee-dialog";
import EmployeeDialog from "@/screens/admin-panel/employee-dialog";
import TransferDialog from "@/screens/admin-panel/transfer-dialog";

type Act = "transfer" | "balance" | "edit";
type EmployeeDialogsProps = { person: Person; open: boolean; onClose: () => void };

/** The detail of an employee and what can be done from it. One window at a time: an act returns to the detail. */
export default function EmployeeDialogs({ person: given, open, onClose }: EmployeeDialogsProps) {
  const [person, setPerson] = useState(given);
  const { opening, show, close } = useOpening<Act>();
  const acting = opening?.open === true;
  const act = { person, open: acting, onClose: close };
  return (
    <>
      <EmployeeDialog
        person={person}
        open={open && !acting}
        onClose={onClose}
        onTransfer={() => show("transfer")}
        onAddBalance={() => show("balance")}
        onEdit={() => show("edit")}
      />
      {opening?.subject === "transfer" && <TransferDialog key={opening.number} {...act} />}
      {opening?.subject === "balance" && <BalanceDialog key={opening.number} {...act} />}
      {opening?.subject === "edit" && <EditEmployeeDialog key={opening.number} {...act} onEdited={setPerson} />}
    </>
  );
}
