import { host, maskedKey, useConfiguration } from "@/shared/marketplace/configuration";
import { Icon } from "@/ui/icon";
import { Masked } from "@/ui/masked";

/** A tip about configuring the API key, or the key that will be used. */
export function KeyNote() {
  const { data, isPending } = useConfiguration();
  if (isPending) return null;
  return (
    <div className="flex items-start gap-2.5 rounded-md bg-sunken px-3 py-2.5 text-sm">
      <Icon name={data?.apiKey ? "key" : "alert"} className={data?.apiKey ? "mt-0.5 text-muted" : "mt-0.5 text-warn"} />
      {data?.apiKey ? (
        <p>
          Chave de API{" "}
          <code className="font-mono">
            <Masked text={maskedKey(data)} />
          </code>{" "}
          {data.isSystemDefault ? "(padrão do sistema)" : "(sua configuração)"} em {host(data)}.
        </p>
      ) : (
        <p>
          Dica: configure sua chave de API do GameBoost antes de criar contas.{" "}
          <a className="font-medium text-accent underline" href="/profile">
            Abrir o perfil
          </a>
        </p>
      )}
    </div>
  );
}
