import { useState } from "react";
import type { Form } from "@/lib/use-form";
import type { Switches } from "@/screens/war-thunder-bulk/overrides";
import { COUNTS, type WarThunderOptions, type WarThunderSettings } from "@/screens/war-thunder-bulk/settings";
import { KeyNote } from "@/shared/creation/key-note";
import { OptionGroup } from "@/shared/creation/option-group";
import { PreviewTextarea } from "@/shared/creation/preview-textarea";
import { PriceField } from "@/shared/creation/price-field";
import type { Limits } from "@/shared/creation/settings";
import { TabLabel } from "@/shared/creation/tab-label";
import { TemplateField } from "@/shared/creation/template-field";
import { WebmailFields } from "@/shared/creation/webmail-fields";
import { Card } from "@/ui/card";
import { ImagePicker } from "@/ui/image-picker";
import { Switch } from "@/ui/switch";
import { Tabs } from "@/ui/tabs";
import { TextField } from "@/ui/text-field";

type WarThunderSettingsCardProps = {
  settings: Form<WarThunderSettings>;
  switches: Switches;
  onSwitch: (name: keyof Switches, on: boolean) => void;
  usdEurRate: string;
  limits: Limits;
  options: WarThunderOptions;
};

const IMAGES = ["imageUrls"];
const SETTINGS = [
  ...["title", "description", "priceUsd", "nations", "emailDomain", "deliveryInstructions"],
  ...COUNTS.map(([name]) => name),
];

/** Tabs 'Configurações' and 'Imagens', and the three switches for what each account has of its own. */
export function WarThunderSettingsCard(props: WarThunderSettingsCardProps) {
  const [tab, setTab] = useState("settings");
  const { problems } = props.settings;
  return (
    <Card>
      <Tabs
        label="Anúncio"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: "settings",
            label: (
              <TabLabel problems={problems} fields={SETTINGS}>
                Configurações
              </TabLabel>
            ),
            content: <Configuration {...props} />,
          },
          {
            value: "images",
            label: (
              <TabLabel problems={problems} fields={IMAGES}>
                Imagens
              </TabLabel>
            ),
            content: <Images {...props} />,
          },
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
