import { useState } from "react";
import type { Form } from "@/lib/use-form";
import type { Switches } from "@/screens/war-thunder-bulk/overrides";
import { COUNTS, type WarThunderOptions, type WarThunderSettings } from "@/screens/war-thunder-bulk/settings";
import {
  KeyNote,
  OptionGroup,
  PreviewTextarea,
  PriceField,
  TemplateField,
  tabLabels,
  WebmailFields,
} from "@/shared/creation/creation-fields";
import type { Limits } from "@/shared/creation/settings";
import { Card } from "@/ui/card";
import { Switch, TextField } from "@/ui/fields";
import { ImagePicker } from "@/ui/image-picker";
import { Tabs } from "@/ui/tabs";

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
export function WarThunderSettingsCard(props: WarThunderSettingsCardProps) {
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
