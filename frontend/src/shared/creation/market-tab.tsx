import type { Service } from "@/api/configs";
import type { Form } from "@/lib/use-form";
import type { GameDescription, Values } from "@/shared/creation/game";
import { chosenMarkets, MARKET_TEXTS, marketKey } from "@/shared/creation/markets";
import { host, maskedKey, useConfiguration } from "@/shared/marketplace/configuration";
import { LANGUAGES } from "@/shared/marketplace/service";
import { TemplatePicker } from "@/shared/templates/template-picker";
import { optionsFrom, SelectField, Switch, TextareaField, TextField } from "@/ui/fields";
import { Icon } from "@/ui/icon";
import { Masked } from "@/ui/masked";

const ROUNDINGS = optionsFrom({ "0.90": "Terminar em ,90", "0.99": "Terminar em ,99", "1.00": "Euros inteiros" });

type MarketTabProps = { game: GameDescription; form: Form<Values> };

/** Where the accounts go, each marketplace with its own price and texts. */
export function MarketTab({ game, form }: MarketTabProps) {
  const chosen = chosenMarkets(game, form.values);
  return (
    <div className="grid gap-5">
      <p className="text-muted text-sm">
        Cada conta é anunciada uma vez em cada marketplace ligado e paga uma vez só. Vendida em um, sai dos outros.
      </p>
      {game.markets.map((market) => {
        const on = chosen.includes(market);
        return (
          <section key={market.service} aria-label={market.title} className="grid gap-3">
            <Switch
              label={market.title}
              description={market.refusal || undefined}
              disabled={market.refusal !== ""}
              checked={on}
              onChange={(next) => form.set(marketKey(market.service), String(next))}
            />
            {on && <KeyNote {...market} />}
            {on && <TermsFields game={game} form={form} service={market.service} />}
          </section>
        );
      })}
    </div>
  );
}

function TermsFields({ game, form, service }: MarketTabProps & { service: Service }) {
  const field = (term: Parameters<typeof marketKey>[1]) => form.field(marketKey(service, term));
  const isWrong = Object.keys(form.problems).some((name) => name.startsWith(marketKey(service)));
  const language = String(form.values[marketKey(service, "language")] ?? "");
  return (
    <details className="rounded-md border border-line px-3 py-2" open={isWrong || undefined}>
      <summary className="font-medium text-sm">Preço e textos</summary>
      <div className="grid grid-cols-2 items-start gap-4 pt-3 pb-1">
        <TextField label="Multiplicar o preço por" inputMode="decimal" placeholder="1,00" {...field("factor")} />
        <TextField
          label="Taxa a repor (%)"
          inputMode="decimal"
          placeholder="0"
          hint="Sobra o mesmo depois dela."
          {...field("feePercent")}
        />
        <SelectField label="Arredondar para cima" placeholder="Não" options={ROUNDINGS} {...field("ending")} />
        <TextField label="Preço mínimo (€)" inputMode="decimal" placeholder="0,00" {...field("floorEur")} />
        <SelectField
          label="Idioma dos textos"
          placeholder="O do formulário"
          options={LANGUAGES}
          hint={language === "en" ? "Em branco, os textos abaixo são os padrões em inglês." : undefined}
          {...field("language")}
        />
        <div className="self-end justify-self-end">
          <TemplatePicker
            game={game.slug}
            service={service}
            language={language}
            onApply={(template) => {
              for (const name of MARKET_TEXTS) if (template[name]) form.set(marketKey(service, name), template[name]);
            }}
          />
        </div>
        <div className="col-span-full grid gap-4">
          <TextField label="Título aqui" hint="Em branco, vale o de cada conta." {...field("title")} />
          <TextareaField label="Descrição aqui" rows={4} {...field("description")} />
          <TextareaField label="Instruções de entrega aqui" rows={3} {...field("deliveryInstructions")} />
        </div>
      </div>
    </details>
  );
}

/** A tip about configuring a marketplace's API key, or the key that will be used. */
export function KeyNote({ service, title }: { service: Service; title: string }) {
  const { data, isPending } = useConfiguration(service);
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
          Dica: configure sua chave de API do {title} antes de criar contas.{" "}
          <a className="font-medium text-accent underline" href="/profile">
            Abrir o perfil
          </a>
        </p>
      )}
    </div>
  );
}
