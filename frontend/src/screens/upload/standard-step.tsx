import type { UploadField } from "@/api/drafts";
import { Step } from "@/screens/upload/file-step";
import { ownFields, priceName, type Standard, type UploadGame } from "@/screens/upload/standard";
import { applyTo, KeyNote, PreviewTextarea, PriceField, WebmailFields } from "@/shared/creation/creation-fields";
import { RareNote, TemplatePicker } from "@/shared/templates/template-picker";
import { SelectField, Switch, TextField } from "@/ui/fields";
import { ImagePicker } from "@/ui/image-picker";
import { OptionGroup } from "@/ui/option-group";
import { MoneyField } from "@/ui/value-fields";

type StandardStepProps = {
  game: UploadGame;
  standard: Standard;
  usdEurRate: string;
  /** Known once a file is read. */
  fields: readonly UploadField[];
  /** Whether every line has a price: the general one, or a column of the file. */
  priced: boolean;
};

/** What holds for the lines that do not say it themselves. */
export function StandardStep({ game, standard, usdEurRate, fields, priced }: StandardStepProps) {
  const { field, set, list, problems } = standard;
  const own = ownFields(standard.values, fields);
  return (
    <Step
      number={4}
      title="Anúncio"
      summary="Usado nas linhas sem valor próprio"
      done={priced && Object.keys(problems).length === 0}
      actions={<TemplatePicker game={game.slug} onApply={applyTo(set)} />}
    >
      <div className="grid gap-4">
        <TextField label="Título" {...field("title")} />
        <RareNote items={list("rareList")} onRemove={() => set("rareList", [])} />
        <PreviewTextarea label="Descrição" {...field("description")} />
        {priceName(standard.values) === "priceUsd" ? (
          <PriceField rate={usdEurRate} {...field("priceUsd")} />
        ) : (
          <MoneyField
            label="Preço (€)"
            hint="Deixe vazio para usar o preço de cada linha."
            currency="EUR"
            {...field("price")}
          />
        )}
        <WebmailFields
          settings={{
            values: {
              emailDomain: standard.text("emailDomain"),
              deliveryInstructions: standard.text("deliveryInstructions"),
            },
            problems,
            set,
          }}
          providers={game.options.providers}
        />
        <ImagePicker
          value={list("imageUrls")}
          onChange={(urls) => set("imageUrls", urls)}
          limits={game.limits}
          error={problems.imageUrls}
        />
        {own.length > 0 && (
          <details className="group rounded-md border border-line">
            <summary className="cursor-pointer px-3 py-2 font-medium">
              Dados do jogo <span className="font-normal text-muted text-sm">({own.length})</span>
            </summary>
            <div className="grid gap-4 border-line border-t p-3 sm:grid-cols-2">
              {own.map((each) => (
                <OwnField key={each.name} field={each} standard={standard} />
              ))}
            </div>
          </details>
        )}
        <KeyNote />
      </div>
    </Step>
  );
}

function OwnField({ field, standard }: { field: UploadField; standard: Standard }) {
  const { name, label, kind, options } = field;
  if (kind === "switch") {
    return <Switch label={label} checked={standard.values[name] === true} onChange={(on) => standard.set(name, on)} />;
  }
  if (kind === "choices") {
    return (
      <div className="sm:col-span-2">
        <OptionGroup
          label={label}
          options={options}
          value={standard.list(name)}
          onChange={(chosen) => standard.set(name, chosen)}
          error={standard.problems[name]}
        />
      </div>
    );
  }
  if (kind === "choice") {
    const control = standard.field(name);
    const shown = options.includes(control.value) ? options : [control.value, ...options];
    return <SelectField label={label} {...control} options={shown.map((value) => ({ value, label: value }))} />;
  }
  return <TextField label={label} inputMode={kind === "count" ? "numeric" : "text"} {...standard.field(name)} />;
}
