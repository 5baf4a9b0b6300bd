import { useState } from "react";
import type { Form } from "@/lib/use-form";
import {
  KeyNote,
  OptionGroup,
  PreviewTextarea,
  PriceField,
  TemplateField,
  tabLabels,
  WebmailFields,
} from "@/shared/creation/creation-fields";
import type { CommonOptions, CommonSettings, Limits } from "@/shared/creation/settings";
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
export function RobloxSettingsCard(props: RobloxSettingsCardProps) {
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

export type RobloxSettings = CommonSettings & { accountTags: string[]; mainExperience: string };
export type RobloxOptions = CommonOptions & { tags: string[]; experiences: string[] };
