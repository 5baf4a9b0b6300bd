import "@/styles/sheet.css";
import { useCallback, useMemo, useState } from "react";
import { mount } from "@/app/mount";
import { type Form, useForm } from "@/lib/use-form";
import {
  allOverrideProblems,
  COUNTS,
  type CountName,
  countProblems,
  type Override,
  overrideProblems,
  type Switches,
  stated,
  switchesOf,
  titleOf,
  type WarThunderOptions,
  type WarThunderSettings,
} from "@/screens/war-thunder-bulk/overrides";
import { warThunderLine } from "@/screens/war-thunder-bulk/parse";
import { type Account, keyOf, type PastedText, usePastedText } from "@/shared/creation/account";
import { type BulkPage, BulkScreen } from "@/shared/creation/bulk-screen";
import {
  KeyNote,
  PreviewTextarea,
  PriceField,
  SettingsCard,
  TemplateField,
  WebmailFields,
} from "@/shared/creation/creation-fields";
import type { BulkGame, ParsedLine } from "@/shared/creation/lines";
import { asForm } from "@/shared/creation/settings";
import type { GridColumn, GridRow } from "@/shared/sheet/rows";
import { Button } from "@/ui/button";
import { Switch, TextField } from "@/ui/fields";
import { ImagePicker } from "@/ui/image-picker";
import { OptionGroup } from "@/ui/option-group";

type LinePanelProps = {
  line: ParsedLine;
  override: Override;
  onChange: (override: Override) => void;
  /** In force where the line says nothing: shown as placeholders. */
  general: WarThunderSettings;
  switches: Switches;
  page: PartProps["page"];
};

/** One account's own title, images and settings; what is left blank is that of the general form. */
function LinePanel(props: LinePanelProps) {
  const { line, override, onChange, general, switches, page } = props;
  const problems = overrideProblems(override, switches);
  const text = (name: "title" | "priceUsd" | (typeof COUNTS)[number][0]) => ({
    name: `${name}-${line.line}`,
    value: override[name] ?? "",
    error: problems[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...override, [name]: event.target.value }),
  });
  return (
    <div className="grid w-full gap-4 py-2 text-start">
      {switches.titles && <TextField label="Título da conta" placeholder={titleOf(line)} {...text("title")} />}
      {switches.settings && (
        <>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            <PriceField rate={page.usdEurRate} placeholder={general.priceUsd} {...text("priceUsd")} />
            {COUNTS.map(([name, label]) => (
              <TextField key={name} label={label} inputMode="numeric" placeholder={general[name]} {...text(name)} />
            ))}
          </div>
          <OptionGroup
            label="Nações"
            options={page.options.nations}
            value={override.nations ?? general.nations}
            onChange={(chosen) => onChange({ ...override, nations: chosen })}
          />
        </>
      )}
      {switches.images && (
        <ImagePicker
          value={override.imageUrls ?? []}
          onChange={(imageUrls) => onChange({ ...override, imageUrls })}
          limits={page.limits}
        />
      )}
      <div>
        <Button size="sm" variant="ghost" icon="undo" onClick={() => onChange({})}>
          Usar as configurações gerais
        </Button>
      </div>
    </div>
  );
}

type PartProps = {
  settings: Form<WarThunderSettings>;
  switches: Switches;
  onSwitch: (name: keyof Switches, on: boolean) => void;
  page: Pick<BulkPage<Defaults, WarThunderOptions>, "usdEurRate" | "limits" | "options">;
};

const SETTINGS = [
  ...["title", "description", "priceUsd", "nations", "emailDomain", "deliveryInstructions"],
  ...COUNTS.map(([name]) => name),
];

function Configuration({ settings, switches, onSwitch, page: { usdEurRate, options } }: PartProps) {
  const { values, problems, field, set } = settings;
  return (
    <div className="grid gap-4">
      <Switch
        label="Títulos personalizados"
        description="Cada conta recebe um título com o próprio login."
        checked={switches.titles}
        onChange={(on) => onSwitch("titles", on)}
      />
      <Switch
        label="Configurações por conta"
        description="Preço, veículos e nações de cada conta."
        checked={switches.settings}
        onChange={(on) => onSwitch("settings", on)}
      />
      <TemplateField game="war-thunder" settings={settings} />
      <TextField label="Título" {...field("title")} />
      <PreviewTextarea label="Descrição" {...field("description")} />
      <PriceField rate={usdEurRate} {...field("priceUsd")} />
      <div className="grid grid-cols-2 items-end gap-3">
        {COUNTS.map(([name, label]) => (
          <TextField key={name} label={label} inputMode="numeric" autoComplete="off" {...field(name)} />
        ))}
      </div>
      <OptionGroup
        label="Nações"
        options={options.nations}
        value={values.nations}
        onChange={(nations) => set("nations", nations)}
        error={problems.nations}
      />
      <WebmailFields settings={settings} providers={options.providers} />
      <KeyNote />
    </div>
  );
}

function Images({ settings, switches, onSwitch, page }: PartProps) {
  return (
    <div className="grid gap-4">
      <Switch
        label="Imagens personalizadas"
        description="Cada conta pode ter as próprias imagens; sem elas, valem estas."
        checked={switches.images}
        onChange={(on) => onSwitch("images", on)}
      />
      <ImagePicker
        value={settings.values.imageUrls}
        onChange={(urls) => settings.set("imageUrls", urls)}
        limits={page.limits}
        error={settings.problems.imageUrls}
      />
    </div>
  );
}

type Defaults = Omit<WarThunderSettings, CountName> & Record<CountName, number>;

const game: BulkGame = {
  slug: "war-thunder",
  endpoint: "/api/war-thunder/bulk-create",
  rule: warThunderLine,
  analyseLabel: "Processar Contas",
  format: "Uma conta por linha: login:senha ou login:senha:email:senhadoemail",
  placeholder: "login1:senha1\nlogin2:senha2:eu@exemplo.com:senha3",
};

export function WarThunderBulk(page: BulkPage<Defaults, WarThunderOptions>) {
  const settings = useForm({ initial: asForm<WarThunderSettings>(page.defaults) });
  const pasted = usePastedText<Override>(warThunderLine);
  const [switches, setSwitches] = useState<Switches>({ titles: false, images: false, settings: false });
  const [open, setOpen] = useState<string | null>(null);
  const { values } = settings;
  const { overrides } = pasted;
  const configurable = Object.values(switches).some(Boolean);

  const extra = useMemo(() => (configurable ? [configColumn(open, setOpen)] : []), [configurable, open]);
  const problems = useCallback(
    (lines: readonly ParsedLine[]) => ({
      ...countProblems(values),
      ...allOverrideProblems(lines, overrides, switches),
    }),
    [values, overrides, switches],
  );
  const panel = ({ data }: GridRow<Account<Override>>) =>
    configurable &&
    keyOf(data.parsed) === open && (
      <LinePanel
        line={data.parsed}
        override={overrides.get(open) ?? {}}
        onChange={(own) => pasted.override(data, own)}
        general={values}
        switches={switches}
        page={page}
      />
    );
  const part = {
    settings,
    switches,
    onSwitch: (name: keyof Switches, on: boolean) => setSwitches({ ...switches, [name]: on }),
    page,
  };
  return (
    <BulkScreen
      game={game}
      page={page}
      pasted={withSwitches(pasted, (on) => setSwitches((current) => ({ ...current, ...on })))}
      settings={settings}
      problems={problems}
      stated={useCallback((own: Override) => stated(own, switches), [switches])}
      titles={switches.titles}
      titleOf={titleOf}
      extra={extra}
      panel={panel}
    >
      <SettingsCard
        problems={settings.problems}
        tabs={[
          ["Configurações", SETTINGS, <Configuration key="settings" {...part} />],
          ["Imagens", ["imageUrls"], <Images key="images" {...part} />],
        ]}
      />
    </BulkScreen>
  );
}

/** A price of one line's own is one of the settings that a switch lets lines have, so writing one turns it on; so does
 * what lines have of their own in a text that comes back. */
function withSwitches(pasted: PastedText<Override>, turnOn: (on: Partial<Switches>) => void): PastedText<Override> {
  return {
    ...pasted,
    edit: (edits) => {
      if (edits.some(({ column }) => column === "priceUsd")) turnOn({ settings: true });
      pasted.edit(edits);
    },
    restore: (kept, options) => {
      turnOn(switchesOf(Object.values(kept.overrides)));
      pasted.restore(kept, options);
    },
  };
}

function configColumn(open: string | null, setOpen: (key: string | null) => void): GridColumn<Account<Override>> {
  return {
    key: "config",
    header: "Configuração",
    value: () => "",
    cell: ({ data: { parsed } }) => {
      const isOpen = keyOf(parsed) === open;
      return (
        <Button size="sm" tabIndex={-1} aria-expanded={isOpen} onClick={() => setOpen(isOpen ? null : keyOf(parsed))}>
          {isOpen ? "Fechar" : "Configurar"}
        </Button>
      );
    },
    width: 6.5,
  };
}

mount("war-thunder-bulk", WarThunderBulk);
