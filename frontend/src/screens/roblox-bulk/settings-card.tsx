import { useState } from "react";
import type { Form } from "@/lib/use-form";
import type { RobloxOptions, RobloxSettings } from "@/screens/roblox-bulk/settings";
import { KeyNote } from "@/shared/creation/key-note";
import { OptionGroup } from "@/shared/creation/option-group";
import { PreviewTextarea } from "@/shared/creation/preview-textarea";
import { PriceField } from "@/shared/creation/price-field";
import type { Limits } from "@/shared/creation/settings";
import { TabLabel } from "@/shared/creation/tab-label";
import { TemplateField } from "@/shared/creation/template-field";
import { WebmailFields } from "@/shared/creation/webmail-fields";
import { Card } from "@/ui/card";
import { Field } from "@/ui/field";
import { ImagePicker } from "@/ui/image-picker";
import { Select } from "@/ui/select";
import { Tabs } from "@/ui/tabs";
import { TextField } from "@/ui/text-field";

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
  const label = (name: string, fields: readonly string[]) => (
    <TabLabel problems={props.settings.problems} fields={fields}>
      {name}
    </TabLabel>
  );
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
