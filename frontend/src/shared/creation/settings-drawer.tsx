import { type ReactNode, useEffect, useRef } from "react";
import type { Game } from "@/api/client";
import type { Service } from "@/api/configs";
import type { AppliedTemplate } from "@/api/templates";
import { lazy, useOpening } from "@/lib/lazy";
import type { Form } from "@/lib/use-form";
import { IMAGES_SWITCH, SETTINGS_SWITCH } from "@/shared/creation/entries";
import { FieldInput, isWide } from "@/shared/creation/fields";
import { type Field, fieldOf, type GameDescription, keyOf, namesIn, textOf, type Values } from "@/shared/creation/game";
import { chosenMarkets, MARKET_TEXTS, MARKETS_TAB, marketKey } from "@/shared/creation/markets";
import { fieldsOn, TabName, tabsOf } from "@/shared/creation/settings-tabs";
import { changeOf } from "@/shared/creation/values";
import { host, maskedKey, useConfiguration } from "@/shared/marketplace/configuration";
import { LANGUAGES } from "@/shared/marketplace/service";
import { Button, Icon, IconButton } from "@/ui/button";
import { optionsFrom, SelectField, Switch, TextareaField, TextField } from "@/ui/fields";
import { Masked } from "@/ui/masked";
import { Tabs } from "@/ui/tabs";

type SettingsDrawerProps = {
  game: GameDescription;
  rate: string;
  form: Form<Values>;
  tab: string;
  onTab: (tab: string | null) => void;
};

/** What holds for every account that says nothing itself, beside the grid that it changes. */
export default function SettingsDrawer({ game, rate, form, tab, onTab }: SettingsDrawerProps) {
  const drawer = useRef<HTMLElement>(null);
  const { problems } = form;
  useEffect(() => {
    const opener = document.activeElement;
    drawer.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    if (Object.keys(problems).length > 0) drawer.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);
  const set = (changes: Values) => {
    for (const [key, value] of Object.entries(changes)) form.set(key, value);
  };
  const rareList = fieldOf(game, "rareList");
  const apply = ({ title, description, deliveryInstructions, rareList: items }: AppliedTemplate) => {
    for (const [key, text] of Object.entries({ title, description, deliveryInstructions })) if (text) form.set(key, text);
    if (rareList) form.set(keyOf(rareList), items.join(", "));
  };
  const items = rareList ? namesIn(textOf(form.values[keyOf(rareList)])) : [];
  return (
    <aside
      ref={drawer}
      tabIndex={-1}
      aria-label="Anúncio"
      className="bench-drawer card"
      onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && onTab(null)}
    >
      <header className="flex items-center justify-between gap-2 px-4 pt-3">
        <div>
          <h2 className="font-semibold">Anúncio</h2>
          <p className="text-muted text-sm">Para as contas sem valor próprio.</p>
        </div>
        <span className="flex items-center gap-1">
          <TemplatePicker game={game.slug} onApply={apply} />
          <IconButton icon="close" size="sm" label="Fechar anúncio" onClick={() => onTab(null)} />
        </span>
      </header>
      <div className="min-h-0 overflow-y-auto px-4 pt-1 pb-4">
        <Tabs
          label="Anúncio"
          value={tab}
          onChange={onTab}
          tabs={tabsOf(game).map((name) => ({
            value: name,
            label: <TabName game={game} name={name} form={form} />,
            content:
              name === MARKETS_TAB ? (
                <MarketTab game={game} form={form} />
              ) : (
                <div className="grid gap-4">
                  {name === game.tabs[0]?.name && rareList && (
                    <RareNote items={items} onRemove={() => form.set(keyOf(rareList), "")} />
                  )}
                  <TabFields game={game} rate={rate} form={form} fields={fieldsOn(game, name)} onChange={set} />
                  {name === game.tabs.at(-1)?.name && <KeyNote service="gameboost" title="GameBoost" />}
                </div>
              ),
          }))}
        />
      </div>
    </aside>
  );
}

type TabFieldsProps = Pick<SettingsDrawerProps, "game" | "rate" | "form"> & {
  fields: readonly Field[];
  onChange: (changes: Values) => void;
};

function TabFields({ game, rate, form, fields, onChange }: TabFieldsProps) {
  const { values, problems } = form;
  const perAccount = fieldOf(game, "titles") !== undefined;
  const own = (key: string, label: string, description: string) => (
    <Switch
      label={label}
      description={description}
      checked={values[key] === "true"}
      onChange={(on) => onChange({ [key]: String(on) })}
    />
  );
  return (
    <div className="marks-required grid grid-cols-2 items-start gap-4">
      {fields.map((field): ReactNode => {
        const key = keyOf(field);
        if (field.role === "titles") {
          return (
            <div key={key} className="col-span-full grid gap-4">
              {own(key, "Títulos personalizados", "Cada conta pode ter o próprio título; sem ele, leva o login.")}
              {own(SETTINGS_SWITCH, "Configurações por conta", "Preço, veículos e nações de cada conta.")}
            </div>
          );
        }
        const wide = isWide(field) || field.kind === "longtext" || ["title", "provider"].includes(field.role);
        return (
          <div key={key} className={wide ? "col-span-full grid min-w-0 gap-4" : "min-w-0"}>
            {field.role === "images" &&
              perAccount &&
              own(
                IMAGES_SWITCH,
                "Imagens personalizadas",
                "Cada conta pode ter as próprias imagens; sem elas, valem estas.",
              )}
            <FieldInput
              game={game}
              field={field}
              rate={rate}
              value={values[key]}
              error={problems[key]}
              hint={field.role === "instructions" ? "O endereço do webmail acompanha o domínio escolhido." : undefined}
              onChange={(value) => onChange(changeOf(game, values, field, value))}
            />
          </div>
        );
      })}
    </div>
  );
}

const ROUNDINGS = optionsFrom({ "0.90": "Terminar em ,90", "0.99": "Terminar em ,99", "1.00": "Euros inteiros" });

type MarketTabProps = { game: GameDescription; form: Form<Values> };

/** Where the accounts go, each marketplace with its own price and texts. */
function MarketTab({ game, form }: MarketTabProps) {
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
function KeyNote({ service, title }: { service: Service; title: string }) {
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

const TemplatesDialog = lazy(() => import("@/shared/templates/templates-dialog"));

type TemplatePickerProps = {
  game: Game;
  /** Only those for this marketplace, and in this language, or for any; all where they are left out. */
  service?: string;
  language?: string;
  onApply: (template: AppliedTemplate) => void;
};

/** The button behind which a creator's templates are: applied, written, shared. Their code comes when it is pressed. */
export function TemplatePicker({ onApply, ...wanted }: TemplatePickerProps) {
  const templates = useOpening<null>();
  return (
    <>
      <Button size="sm" icon="file" onClick={() => templates.show(null)}>
        Modelos
      </Button>
      {templates.dialog(TemplatesDialog, () => ({ ...wanted, onApply }))}
    </>
  );
}

/** The items that {itens_raros} of the texts chooses from, once a template has brought them. */
function RareNote({ items, onRemove }: { items: readonly string[]; onRemove: () => void }) {
  if (items.length === 0) return null;
  return (
    <p className="text-muted text-sm">
      Itens raros do modelo: {items.join(", ")}.{" "}
      <button type="button" className="font-medium text-accent underline" onClick={onRemove}>
        Retirar
      </button>
    </p>
  );
}
