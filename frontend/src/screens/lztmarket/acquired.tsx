import type { Bought, Credentials } from "@/screens/lztmarket/purchase";
import { Alert } from "@/ui/alert";
import { MaskedSecret } from "@/ui/masked-secret";

/** What was bought, shown this once. */
export function Acquired({ bought: { credentials } }: { bought: Bought }) {
  const rows = [...secretsOf("da conta", credentials?.account), ...secretsOf("do e-mail", credentials?.email)];
  return (
    <Alert tone="good">
      <p className="font-medium">Comprado. Guarde agora: o acesso não fica salvo aqui.</p>
      <dl className="mt-1 grid gap-1">
        {rows.map(([label, secret]) => (
          <div key={label} className="flex flex-wrap items-center gap-x-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="min-w-0">
              <MaskedSecret label={label.toLowerCase()} masked="••••••••" reveal={async () => secret} />
            </dd>
          </div>
        ))}
      </dl>
      {rows.length === 0 && <p>O acesso está nas suas compras no LZT Market.</p>}
    </Alert>
  );
}

function secretsOf(whose: string, credentials: Credentials | undefined): [string, string][] {
  if (!credentials || Array.isArray(credentials)) return [];
  const { login, password } = credentials;
  return [
    ...(login ? ([[`Login ${whose}`, login]] as [string, string][]) : []),
    ...(password ? ([[`Senha ${whose}`, password]] as [string, string][]) : []),
  ];
}
