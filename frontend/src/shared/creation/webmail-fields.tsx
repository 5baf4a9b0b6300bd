import type { Problems } from "@/lib/use-form";
import { PreviewTextarea } from "@/shared/creation/preview-textarea";
import type { CommonSettings } from "@/shared/creation/settings";
import { type Provider, withWebmail } from "@/shared/creation/webmail";
import { Field } from "@/ui/field";
import { Select } from "@/ui/select";

type WebmailName = "emailDomain" | "deliveryInstructions";

type WebmailFieldsProps = {
  settings: {
    values: Pick<CommonSettings, WebmailName>;
    problems: Problems;
    set: (name: WebmailName, value: string) => void;
  };
  providers: readonly Provider[];
};

/** The e-mail provider, and the delivery instructions that carry its webmail address. */
export function WebmailFields({ settings, providers }: WebmailFieldsProps) {
  const { emailDomain, deliveryInstructions } = settings.values;
  const chosen = providers.find((provider) => provider.slug === emailDomain);
  const choose = (slug: string) => {
    const url = providers.find((provider) => provider.slug === slug)?.webmailUrl ?? "";
    settings.set("emailDomain", slug);
    settings.set("deliveryInstructions", withWebmail(deliveryInstructions, url));
  };
  return (
    <>
      <Field label="Domínio de email" hint={chosen && `@${chosen.domain} · ${chosen.webmailUrl}`}>
        <Select
          name="emailDomain"
          value={emailDomain}
          onChange={(event) => choose(event.target.value)}
          options={providers.map(({ slug, title }) => ({ value: slug, label: title }))}
        />
      </Field>
      <PreviewTextarea
        label="Instruções de entrega"
        name="deliveryInstructions"
        value={deliveryInstructions}
        onChange={(event) => settings.set("deliveryInstructions", event.target.value)}
        error={settings.problems.deliveryInstructions}
        hint="O endereço do webmail acompanha o domínio escolhido."
      />
    </>
  );
}
