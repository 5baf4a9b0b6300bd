import { useId } from "react";
import type { EndpointOption } from "@/shared/marketplace/service";
import { Checkbox } from "@/ui/checkbox";

type EndpointChoicesProps = {
  options: readonly EndpointOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** How many are enabled that this screen does not offer; saving keeps them. */
  kept: number;
  error?: string | undefined;
};

/** 'enabledEndpoints': what may be called at all. */
export function EndpointChoices({ options, value, onChange, kept, error }: EndpointChoicesProps) {
  const noteId = useId();
  const toggle = (option: string, on: boolean) =>
    onChange(options.map(({ name }) => name).filter((name) => (name === option ? on : value.includes(name))));
  return (
    <fieldset aria-describedby={noteId}>
      <legend className="mb-1 text-sm font-medium">Endpoints habilitados</legend>
      <div className="grid gap-x-4 gap-y-1.5 @lg:grid-cols-2">
        {options.map((option) => (
          <Checkbox
            key={option.name}
            label={<EndpointLabel {...option} />}
            checked={value.includes(option.name)}
            onChange={(on) => toggle(option.name, on)}
          />
        ))}
      </div>
      <p id={noteId} className={error ? "mt-1.5 text-sm text-bad" : "mt-1.5 text-sm text-muted"}>
        {error ?? noteWords(kept)}
      </p>
    </fieldset>
  );
}

function EndpointLabel({ name, words }: EndpointOption) {
  return (
    <span className="min-w-0 py-0.5 lines-tight">
      <code className="block font-mono text-sm wrap-anywhere">{name}</code>
      <span className="text-sm text-muted">{words}</span>
    </span>
  );
}

function noteWords(kept: number): string {
  const rule = "Uma chamada fora da lista é recusada antes de sair.";
  if (kept === 0) return rule;
  return kept === 1
    ? `${rule} Mais 1, de outra tela, continua como está.`
    : `${rule} Mais ${kept}, de outras telas, continuam como estão.`;
}
