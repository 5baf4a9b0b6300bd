import { useQuery } from "@tanstack/react-query";
import { templatesQuery } from "@/api/marketplace";
import type { NewAccountForm } from "@/screens/gameboost/new-account";
import { templateOf } from "@/screens/gameboost/new-account";
import { Section } from "@/screens/gameboost/section";
import { TemplateFields } from "@/screens/gameboost/template-fields";
import { ErrorState } from "@/ui/error-state";
import { Field } from "@/ui/field";
import { Select } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";

type GameSectionProps = {
  game: string;
  values: NewAccountForm;
  problems: Partial<NewAccountForm>;
  onChange: (name: string, value: string) => void;
};

/** What the chosen game asks of an account, by the marketplace's own template. */
export function GameSection({ game, ...fields }: GameSectionProps) {
  const templates = useQuery(templatesQuery());
  const template = templateOf(templates.data, game);
  return (
    <Section title="Dados da conta">
      {templates.isPending && <Skeleton className="h-40" />}
      {templates.isError && (
        <ErrorState
          title="Não foi possível carregar os campos deste jogo."
          error={templates.error}
          onRetry={templates.refetch}
        />
      )}
      {templates.data && !template && (
        <p className="text-muted">O GameBoost não descreve campos próprios para este jogo.</p>
      )}
      {template && template.servers.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Servidor" error={fields.problems.server} required>
            <Select
              placeholder="Escolha o servidor"
              options={template.servers.map((name) => ({ value: name, label: name }))}
              value={fields.values.server}
              onChange={(event) => fields.onChange("server", event.target.value)}
            />
          </Field>
        </div>
      )}
      {template && <TemplateFields template={template} {...fields} />}
    </Section>
  );
}
