import "@/styles/sheet.css";
import { mount } from "@/app/mount";
import { type Form, useForm } from "@/lib/use-form";
import { robloxLine } from "@/screens/roblox-bulk/parse";
import { type Account, filled, type LineOverride, usePastedText } from "@/shared/creation/account";
import { type BulkPage, BulkScreen } from "@/shared/creation/bulk-screen";
import {
  KeyNote,
  PreviewTextarea,
  PriceField,
  SettingsCard,
  TemplateField,
  WebmailFields,
} from "@/shared/creation/creation-fields";
import type { BulkGame } from "@/shared/creation/lines";
import { asForm, type CommonOptions, type CommonSettings } from "@/shared/creation/settings";
import type { GridColumn } from "@/shared/sheet/rows";
import { SelectField, TextField } from "@/ui/fields";
import { ImagePicker } from "@/ui/image-picker";
import { OptionGroup } from "@/ui/option-group";

type PartProps = RobloxBulkProps & { settings: Form<RobloxSettings> };

const CONTENT = ["title", "description", "priceUsd", "accountTags", "imageUrls"];
const SETTINGS = ["mainExperience", "emailDomain", "deliveryInstructions"];

function Content({ settings, usdEurRate, limits, options }: PartProps) {
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

function Configuration({ settings, options }: PartProps) {
  return (
    <div className="grid gap-4">
      <SelectField
        label="Experiência principal"
        {...settings.field("mainExperience")}
        options={options.experiences.map((name) => ({ value: name, label: name }))}
      />
      <WebmailFields settings={settings} providers={options.providers} />
      <KeyNote />
    </div>
  );
}

type RobloxSettings = CommonSettings & { accountTags: string[]; mainExperience: string };
type RobloxOptions = CommonOptions & { tags: string[]; experiences: string[] };

export type RobloxBulkProps = BulkPage<RobloxSettings, RobloxOptions>;

const game: BulkGame = {
  slug: "roblox",
  endpoint: "/api/roblox/bulk-create",
  rule: robloxLine,
  analyseLabel: "Analisar Texto",
  format: "Uma conta por linha: usuário:senha",
  placeholder: "usuario1:senha1\nusuario2:senha2",
};

const EXTRA: readonly GridColumn<Account>[] = [
  {
    key: "robux",
    header: "Robux",
    kind: "count",
    value: ({ parsed }) => (parsed.robux === null ? "" : String(parsed.robux)),
    width: 4.25,
  },
];

export function RobloxBulk(page: RobloxBulkProps) {
  const settings = useForm({ initial: asForm<RobloxSettings>(page.defaults) });
  const pasted = usePastedText<LineOverride>(robloxLine);
  return (
    <BulkScreen game={game} page={page} pasted={pasted} settings={settings} stated={filled} extra={EXTRA}>
      <SettingsCard
        problems={settings.problems}
        tabs={[
          ["Conteúdo", CONTENT, <Content key="content" settings={settings} {...page} />],
          ["Configurações", SETTINGS, <Configuration key="settings" settings={settings} {...page} />],
        ]}
      />
    </BulkScreen>
  );
}

mount("roblox-bulk", RobloxBulk);
