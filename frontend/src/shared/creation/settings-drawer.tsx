import { type ReactNode, useEffect, useRef } from "react";
import type { AppliedTemplate } from "@/api/templates";
import type { Form } from "@/lib/use-form";
import { IMAGES_SWITCH, SETTINGS_SWITCH } from "@/shared/creation/entries";
import { FieldInput, isWide } from "@/shared/creation/fields";
import { type Field, fieldOf, type GameDescription, keyOf, namesIn, textOf, type Values } from "@/shared/creation/game";
import { KeyNote, MarketTab } from "@/shared/creation/market-tab";
import { MARKETS_TAB } from "@/shared/creation/markets";
import { fieldsOn, TabName, tabsOf } from "@/shared/creation/settings-tabs";
import { changeOf } from "@/shared/creation/values";
import { RareNote, TemplatePicker } from "@/shared/templates/template-picker";
import { IconButton } from "@/ui/button";
import { Switch } from "@/ui/fields";
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
    for (const [key, text] of Object.entries({ title, description, deliveryInstructions }))
      if (text) form.set(key, text);
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
