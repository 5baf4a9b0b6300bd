import { type Override, overrideProblems, type Switches, titleOf } from "@/screens/war-thunder-bulk/overrides";
import { COUNTS, type WarThunderSettings } from "@/screens/war-thunder-bulk/settings";
import { OptionGroup, PriceField } from "@/shared/creation/creation-fields";
import type { ParsedLine } from "@/shared/creation/lines";
import type { Limits } from "@/shared/creation/settings";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/fields";
import { ImagePicker } from "@/ui/image-picker";

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
export function LinePanel(props: LinePanelProps) {
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
