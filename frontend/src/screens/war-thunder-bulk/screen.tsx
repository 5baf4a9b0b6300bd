import "@/styles/sheet.css";
import { useCallback, useMemo, useState } from "react";
import type { Run } from "@/api/runs";
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
import {
  type Account,
  accountColumns,
  keyOf,
  overridesBody,
  type PastedText,
  usePastedText,
} from "@/shared/creation/account";
import { BulkScreen } from "@/shared/creation/bulk-screen";
import {
  KeyNote,
  OptionGroup,
  PreviewTextarea,
  PriceField,
  TemplateField,
  tabLabels,
  WebmailFields,
} from "@/shared/creation/creation-fields";
import type { BulkGame, ParsedLine } from "@/shared/creation/lines";
import { asBody, asForm, commonProblems, type Limits } from "@/shared/creation/settings";
import type { GridColumn, GridRow } from "@/shared/sheet/rows";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Switch, TextField } from "@/ui/fields";
import { ImagePicker } from "@/ui/image-picker";
import { Tabs } from "@/ui/tabs";

type LinePanelProps = {
  line: ParsedLine;
  override: Override;
  onChange: (override: Override) => void;
  /** In force where the line says nothing: shown as placeholders. */
  general: WarThunderSettings;
  switches: Switches;
  nations: readonly string[];
  usdEurRate: string;
  limits: Limits;
};

/** One account's own title, images and settings; what is left blank is that of the general form. */
function LinePanel(props: LinePanelProps) {
  const { line, override, onChange, general, switches, nations, usdEurRate, limits } = props;
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
            <PriceField rate={usdEurRate} placeholder={general.priceUsd} {...text("priceUsd")} />
            {COUNTS.map(([name, label]) => (
              <TextField key={name} label={label} inputMode="numeric" placeholder={general[name]} {...text(name)} />
            ))}
          </div>
          <OptionGroup
            label="Nações"
            options={nations}
            value={override.nations ?? general.nations}
            onChange={(chosen) => onChange({ ...override, nations: chosen })}
          />
        </>
      )}
      {switches.images && (
        <ImagePicker
          value={override.imageUrls ?? []}
          onChange={(imageUrls) => onChange({ ...override, imageUrls })}
          limits={limits}
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

type WarThunderSettingsCardProps = {
  settings: Form<WarThunderSettings>;
  switches: Switches;
  onSwitch: (name: keyof Switches, on: boolean) => void;
  usdEurRate: string;
  limits: Limits;
  options: WarThunderOptions;
};

const SETTINGS = [
  ...["title", "description", "priceUsd", "nations", "emailDomain", "deliveryInstructions"],
  ...COUNTS.map(([name]) => name),
];

/** Tabs 'Configurações' and 'Imagens', and the three switches for what each account has of its own. */
function WarThunderSettingsCard(props: WarThunderSettingsCardProps) {
  const [tab, setTab] = useState("settings");
  const label = tabLabels(props.settings.problems);
  return (
    <Card>
      <Tabs
        label="Anúncio"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "settings", label: label("Configurações", SETTINGS), content: <Configuration {...props} /> },
          { value: "images", label: label("Imagens", ["imageUrls"]), content: <Images {...props} /> },
        ]}
      />
    </Card>
  );
}

function Configuration({ settings, switches, onSwitch, usdEurRate, options }: WarThunderSettingsCardProps) {
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

function Images({ settings, switches, onSwitch, limits }: WarThunderSettingsCardProps) {
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
        limits={limits}
        error={settings.problems.imageUrls}
      />
    </div>
  );
}

type WarThunderBulkProps = {
  activeRun: Run | null;
  lastRun: Run | null;
  defaults: Omit<WarThunderSettings, CountName> & Record<CountName, number>;
  usdEurRate: string;
  limits: Limits;
  options: WarThunderOptions;
};

const game: BulkGame = {
  slug: "war-thunder",
  endpoint: "/api/war-thunder/bulk-create",
  rule: warThunderLine,
  analyseLabel: "Processar Contas",
  format: "Uma conta por linha: login:senha ou login:senha:email:senhadoemail",
  placeholder: "login1:senha1\nlogin2:senha2:eu@exemplo.com:senha3",
};

export function WarThunderBulk({ activeRun, lastRun, defaults, usdEurRate, limits, options }: WarThunderBulkProps) {
  const settings = useForm<WarThunderSettings>({ initial: asForm<WarThunderSettings>(defaults) });
  const pasted = usePastedText<Override>(warThunderLine);
  const [switches, setSwitches] = useState<Switches>({ titles: false, images: false, settings: false });
  const [open, setOpen] = useState<string | null>(null);
  const { values } = settings;
  const { overrides } = pasted;
  const { title, priceUsd } = values;
  const { titles } = switches;
  const configurable = Object.values(switches).some(Boolean);

  const columns = useMemo(
    () =>
      accountColumns<Override>({
        rule: warThunderLine,
        rate: usdEurRate,
        general: { title: ({ parsed }) => (titles ? titleOf(parsed) : title), priceUsd },
        titles,
        extra: configurable ? [configColumn(open, setOpen)] : [],
      }),
    [usdEurRate, title, priceUsd, titles, configurable, open],
  );
  const problems = useCallback(
    (lines: readonly ParsedLine[]) => ({
      ...commonProblems(values),
      ...countProblems(values),
      ...allOverrideProblems(lines, overrides, switches),
    }),
    [values, overrides, switches],
  );
  const body = useCallback(
    (lines: readonly ParsedLine[]) => ({
      settings: { ...asBody(values), customTitles: switches.titles },
      overrides: overridesBody(lines, overrides, (own) => stated(own, switches)),
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
        nations={options.nations}
        usdEurRate={usdEurRate}
        limits={limits}
      />
    );
  return (
    <BulkScreen
      game={game}
      pasted={withSwitches(pasted, (on) => setSwitches((current) => ({ ...current, ...on })))}
      activeRun={activeRun}
      lastRun={lastRun}
      usdEurRate={usdEurRate}
      settings={values}
      problems={problems}
      onProblems={settings.setProblems}
      body={body}
      columns={columns}
      panel={panel}
    >
      <WarThunderSettingsCard
        settings={settings}
        switches={switches}
        onSwitch={(name, on) => setSwitches({ ...switches, [name]: on })}
        usdEurRate={usdEurRate}
        limits={limits}
        options={options}
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
