import type { ReactNode } from "react";
import { deviceLabel } from "@/lib/devices";
import { Card } from "@/ui/card";

/** What was last noted of where one signs in from; null and empty before the first time. */
export type LastAccess = { address: string | null; browser: string };

/** What the company sees of a person, for how long it keeps it, and what it does not see. */
export function VisibilityCard({ userId, access }: { userId: number; access: LastAccess }) {
  return (
    <Card title="O que a empresa vê sobre você" description="E por quanto tempo cada dado é guardado." padded={false}>
      <dl className="divide-y divide-line">
        <Item title="Perfil" kept="Enquanto a conta existir">
          Nome, usuário, função, foto, datas de criação e de login, e se você está online.
        </Item>
        <Item title="Acesso" kept="180 dias">
          Endereço IP e navegador de cada login. {accessLabel(access)} Administradores só os veem em uma consulta que
          aparece nesta página.
        </Item>
        <Item title="Trabalho" kept="Permanente">
          Tarefas, execuções em massa, ganhos, pagamentos e pontos de lealdade.
        </Item>
        <Item title="Uso das telas" kept="90 dias">
          Páginas visitadas, tempo em cada uma e ações, registrados só nesta plataforma.
        </Item>
        <Item title="Credenciais das contas que você cria" kept="Apagadas depois da execução">
          Guardadas cifradas e mostradas mascaradas. Cada revelação aparece nesta página.
        </Item>
        <Item title="Sua chave de API" kept="Até você trocá-la">
          Guardada cifrada. Só você pode lê-la; os demais veem os quatro últimos caracteres.
        </Item>
      </dl>
      <p className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t px-4 py-3 text-sm">
        <a className="link" href="/privacidade">
          Tudo o que é guardado, por quê e por quanto tempo
        </a>
        <a className="link" href={`/api/users/${userId}/export`} download>
          Baixar meus dados
        </a>
      </p>
    </Card>
  );
}

function Item({ title, kept, children }: { title: string; kept: string; children: ReactNode }) {
  return (
    <div className="px-4 py-3">
      <dt className="flex flex-wrap items-baseline justify-between gap-x-4 font-medium">
        {title} <span className="text-sm font-normal text-muted">{kept}</span>
      </dt>
      <dd className="mt-0.5 text-sm text-muted">{children}</dd>
    </div>
  );
}

function accessLabel({ address, browser }: LastAccess): string {
  if (!address) return "";
  return `O último: ${address}${browser ? `, ${deviceLabel(browser)}` : ""}.`;
}
