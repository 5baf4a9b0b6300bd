import { decimal, parseMoney } from "@/lib/format";
import type { Form } from "@/lib/use-form";
import { applyTo, KeyNote, PreviewTextarea, type SetField, WebmailFields } from "@/shared/creation/creation-fields";
import type { CreatorGame } from "@/shared/queue/account";
import { RareNote, TemplatePicker } from "@/shared/templates/template-picker";
import { Card } from "@/ui/card";
import { SelectField, TextField } from "@/ui/fields";
import { ImagePicker } from "@/ui/image-picker";
import { MoneyField } from "@/ui/value-fields";

/** 'A bulk configuration form': what every account gets that has nothing of its own. */
export function StandardCard({ game, standard }: { game: CreatorGame; standard: StandardForm }) {
  const { values, problems, field, set } = standard;
  return (
    <Card
      title="Configuração em lote"
      description="Para as contas sem valor próprio."
      actions={<TemplatePicker game={game.slug} onApply={applyTo(set as SetField)} />}
    >
      <div className="grid gap-4">
        <TextField label="Título padrão" {...field("title")} />
        <RareNote items={values.rareList} onRemove={() => set("rareList", [])} />
        <PreviewTextarea label="Descrição padrão" {...field("description")} />
        <div className="grid grid-cols-2 items-start gap-3">
          <MoneyField label="Preço padrão (EUR)" currency="EUR" {...field("price")} />
          <SelectField
            label={game.place.label}
            {...field("place")}
            options={game.place.options.map((name) => ({ value: name, label: name }))}
          />
        </div>
        <WebmailFields settings={standard} providers={game.providers} />
        <ImagePicker
          value={values.imageUrls}
          onChange={(urls) => set("imageUrls", urls)}
          limits={game.limits}
          failed={game.uploadFailed}
          error={problems.imageUrls}
        />
        <KeyNote />
      </div>
    </Card>
  );
}

type Standard = {
  title: string;
  description: string;
  deliveryInstructions: string;
  emailDomain: string;
  imageUrls: string[];
  /** Names that {placeholders} of the texts choose from. */
  rareList: string[];
  /** As typed, in euro; "" for none. */
  price: string;
  /** Of the game: the platform, or the server. */
  place: string;
};

/** As the page brings them. */
export type StandardDefaults = Omit<Standard, "price" | "place"> & {
  price: string | null;
  platform?: string;
  server?: string;
};

export type StandardForm = Form<Standard>;

/** As the server takes it; `placeName` is what the game calls its place. */
export function asSettings({ price, place, ...values }: Standard, placeName: "platform" | "server"): object {
  const amount = parseMoney(price);
  return { ...values, [placeName]: place, ...(amount !== null && { price: amount }) };
}

/** As the form shows it. */
export function asStandard({
  title,
  description,
  deliveryInstructions,
  emailDomain,
  imageUrls,
  rareList,
  ...own
}: StandardDefaults): Standard {
  return {
    title,
    description,
    deliveryInstructions,
    emailDomain,
    imageUrls,
    rareList,
    price: own.price === null ? "" : decimal(own.price),
    place: own.platform ?? own.server ?? "",
  };
}
