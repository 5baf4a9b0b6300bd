import { type ReactNode, useState } from "react";
import type { Me } from "@/api/people";
import { lazy, useOpening } from "@/lib/lazy";
import type { PasswordChange } from "@/screens/profile/password-dialog";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";

const PasswordDialog = lazy(() => import("@/screens/profile/password-dialog"));

export default function PasswordsCard({ me, hasSecondPassword }: { me: Me; hasSecondPassword: boolean }) {
  const [second, setSecond] = useState(hasSecondPassword);
  const dialog = useOpening<PasswordChange>();
  return (
    <Card title="Senhas" padded={false}>
      <ul className="divide-y divide-line">
        <Row title="Senha" text="A primeira etapa do login.">
          <Button onClick={() => dialog.show("password")}>Alterar senha</Button>
        </Row>
        <Row
          title="Segunda senha"
          badge={second ? <Badge tone="good">Ativada</Badge> : <Badge>Não definida</Badge>}
          text="Pedida depois da primeira, em uma segunda etapa do login."
        >
          <Button onClick={() => dialog.show("second")}>
            {second ? "Alterar segunda senha" : "Definir segunda senha"}
          </Button>
          {second && <Button onClick={() => dialog.show("removal")}>Remover</Button>}
        </Row>
      </ul>
      {dialog.dialog(PasswordDialog, (change) => ({ me, change, onSecondPassword: setSecond }))}
    </Card>
  );
}

type RowProps = { title: string; badge?: ReactNode; text: string; children: ReactNode };

function Row({ title, badge, text, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {title} {badge}
        </p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
