import "@/styles/sheet.css";
import { useCallback, useMemo, useState } from "react";
import type { Run } from "@/api/runs";
import { mount } from "@/app/mount";
import { type Form, useForm } from "@/lib/use-form";
import { robloxLine } from "@/screens/roblox-bulk/parse";
import {
  type Account,
  accountColumns,
  filled,
  type LineOverride,
  overridesBody,
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
import {
  asBody,
  asForm,
  type CommonOptions,
  type CommonSettings,
  commonProblems,
  type Limits,
} from "@/shared/creation/settings";
import type { GridColumn } from "@/shared/sheet/rows";
import { Card } from "@/ui/card";
import { Field, Select, TextField } from "@/ui/fields";
import { ImagePicker } from "@/ui/image-picker";
import { Tabs } from "@/ui/tabs";

type RobloxSettingsCardProps = {
  settings: Form<RobloxSettings>;
  usdEurRate: string;
  limits: Limits;
  options: RobloxOptions;
};

const CONTENT = ["title", "description", "priceUsd", "accountTags", "imageUrls"];
const SETTINGS = ["mainExperience", "emailDomain", "deliveryInstructions"];

/** Tabs 'Conteúdo' and 'Configurações'. */
function RobloxSettingsCard(props: RobloxSettingsCardProps) {
  const [tab, setTab] = useState("content");
  const label = tabLabels(props.settings.problems);
  return (
    <Card>
      <Tabs
        label="Anúncio"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "content", label: label("Conteúdo", CONTENT), content: <Content {...props} /> },
          { value: "settings", label: label("Configurações", SETTINGS), content: <Configuration {...props} /> },
        ]}
      />
    </Card>
  );
}

function Content({ settings, usdEurRate, limits, options }: RobloxSettingsCardProps) {
  const { values, problems, field, set } = settings;
  return (
    <div className="grid gap-4">
      <TemplateField game="roblox" settings={settings} />
      <TextField label="Título" {...field("title")} />
      <PreviewTextarea label="Descrição" {...field("description")} />
      <PriceField rate={usdEurRate} {...field("priceUsd")} />
      <OptionGroup
        label="Tags da conta"
        options={options.tags}
        value={values.accountTags}
        onChange={(tags) => set("accountTags", tags)}
        error={problems.accountTags}
      />
      <ImagePicker
        value={values.imageUrls}
        onChange={(urls) => set("imageUrls", urls)}
        limits={limits}
        error={problems.imageUrls}
      />
    </div>
  );
}

function Configuration({ settings, options }: RobloxSettingsCardProps) {
  return (
    <div className="grid gap-4">
      <Field label="Experiência principal">
        <Select
          {...settings.field("mainExperience")}
          options={options.experiences.map((name) => ({ value: name, label: name }))}
        />
      </Field>
      <WebmailFields settings={settings} providers={options.providers} />
      <KeyNote />
    </div>
  );
}

type RobloxSettings = CommonSettings & { accountTags: string[]; mainExperience: string };
type RobloxOptions = CommonOptions & { tags: string[]; experiences: string[] };

export type RobloxBulkProps = {
  activeRun: Run | null;
  lastRun: Run | null;
  defaults: RobloxSettings;
  usdEurRate: string;
  limits: Limits;
  options: RobloxOptions;
};

const game: BulkGame = {
  slug: "roblox",
  endpoint: "/api/roblox/bulk-create",
  rule: robloxLine,
  analyseLabel: "Analisar Texto",
  format: "Uma conta por linha: usuário:senha",
  placeholder: "usuario1:senha1\nusuario2:senha2",
};

const robux: GridColumn<Account> = {
  key: "robux",
  header: "Robux",
  kind: "count",
  value: ({ parsed }) => (parsed.robux === null ? "" : String(parsed.robux)),
  width: 4.25,
};

export function RobloxBulk({ activeRun, lastRun, defaults, usdEurRate, limits, options }: RobloxBulkProps) {
  const settings = useForm<RobloxSettings>({ initial: asForm<RobloxSettings>(defaults) });
  const pasted = usePastedText<LineOverride>(robloxLine);
  const { values } = settings;
  const { overrides } = pasted;
  const { title, priceUsd } = values;

  const columns = useMemo(
    () =>
      accountColumns({
        rule: robloxLine,
        rate: usdEurRate,
        general: { title: () => title, priceUsd },
        titles: true,
        extra: [robux],
      }),
    [usdEurRate, title, priceUsd],
  );
  const problems = useCallback(() => commonProblems(values), [values]);
  const body = useCallback(
    (lines: readonly ParsedLine[]) => ({
      settings: asBody(values),
      overrides: overridesBody(lines, overrides, filled),
    }),
    [values, overrides],
  );
  return (
    <BulkScreen
      game={game}
      pasted={pasted}
      activeRun={activeRun}
      lastRun={lastRun}
      usdEurRate={usdEurRate}
      settings={values}
      problems={problems}
      onProblems={settings.setProblems}
      body={body}
      columns={columns}
    >
      <RobloxSettingsCard settings={settings} usdEurRate={usdEurRate} limits={limits} options={options} />
    </BulkScreen>
  );
}

mount("roblox-bulk", RobloxBulk);
