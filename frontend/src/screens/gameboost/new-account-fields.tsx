import type { ReactNode } from "react";
import { GAMES, type NewAccountForm } from "@/screens/gameboost/new-account";
import { Checkbox, Field, Select, Textarea, TextField } from "@/ui/fields";
import { MoneyInput, PasswordInput } from "@/ui/value-fields";

type FieldsProps = {
  values: NewAccountForm;
  problems: Partial<NewAccountForm>;
  onChange: (name: string, value: string) => void;
};

const METHODS = [
  { value: "by_hand", label: "À mão" },
  { value: "by_bot", label: "Por bot" },
];
const UNITS = [
  { value: "minutes", label: "minutos" },
  { value: "hours", label: "horas" },
  { value: "days", label: "dias" },
];
const MARKS = ["Em destaque", "Rara", "Com desconto"];

export function ListingFields({ values, problems, onChange }: FieldsProps) {
  const text = texts({ values, problems, onChange });
  return (
    <Section title="Anúncio">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Jogo" error={problems.game} required>
          <Select
            placeholder="Escolha o jogo"
            options={GAMES}
            value={values.game}
            onChange={(event) => onChange("game", event.target.value)}
          />
        </Field>
        <Field label="Preço (EUR)" error={problems.price} required>
          <MoneyInput
            currency="EUR"
            value={values.price ?? ""}
            onChange={(event) => onChange("price", event.target.value)}
          />
        </Field>
        <TextField {...text("title")} label="Título" maxLength={300} required />
        <TextField
          {...text("slug")}
          label="Slug"
          placeholder={slugOf(values.title ?? "")}
          hint="Em branco, sai do título."
        />
      </div>
      <Field label="Descrição" error={problems.description} required>
        <Textarea rows={4} {...textarea("description", { values, onChange })} />
      </Field>
      <Field label="Palavras-chave" hint="Ajudam na busca do marketplace." error={problems.dump}>
        <Textarea rows={2} {...textarea("dump", { values, onChange })} />
      </Field>
    </Section>
  );
}

export function CredentialFields({ values, problems, onChange }: FieldsProps) {
  const text = texts({ values, problems, onChange });
  const secret = (name: string) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  return (
    <Section title="Acesso">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...text("login")} label="Login" autoComplete="off" spellCheck={false} required />
        <Field label="Senha" error={problems.password} required>
          <PasswordInput autoComplete="new-password" {...secret("password")} />
        </Field>
        <TextField {...text("email_login")} label="E-mail da conta" type="email" autoComplete="off" />
        <Field label="Senha do e-mail" error={problems.email_password}>
          <PasswordInput secret="senha do e-mail" autoComplete="new-password" {...secret("email_password")} />
        </Field>
        <TextField {...text("ign")} label="Nome no jogo" hint="Em branco, vale o login." autoComplete="off" />
        <div className="self-center">
          <Checkbox
            label="Tem verificação em duas etapas"
            checked={values.has_2fa !== ""}
            onChange={(on) => onChange("has_2fa", on ? "true" : "")}
          />
        </div>
      </div>
    </Section>
  );
}

export function DeliveryFields({ values, problems, onChange }: FieldsProps) {
  const byHand = values.level_up_method === "by_hand";
  return (
    <Section title="Entrega">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          label="Como foi evoluída"
          hint={byHand ? "Entrega manual, no prazo ao lado." : "Entrega automática."}
          error={problems.level_up_method}
        >
          <Select
            options={METHODS}
            value={values.level_up_method}
            onChange={(event) => onChange("level_up_method", event.target.value)}
          />
        </Field>
        <TextField
          label="Prazo de entrega"
          inputMode="numeric"
          value={values.duration}
          error={problems.duration ?? problems.delivery_time}
          onChange={(event) => onChange("duration", event.target.value)}
        />
        <Field label="Unidade do prazo">
          <Select options={UNITS} value={values.unit} onChange={(event) => onChange("unit", event.target.value)} />
        </Field>
      </div>
      <Field label="Instruções de entrega" error={problems.delivery_instructions}>
        <Textarea rows={3} {...textarea("delivery_instructions", { values, onChange })} />
      </Field>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {MARKS.map((mark) => (
          <Checkbox key={mark} label={mark} checked={false} disabled onChange={() => undefined} />
        ))}
        <p className="w-full text-sm text-muted">O GameBoost decide os destaques; a API não os recebe na criação.</p>
      </div>
    </Section>
  );
}

function texts({ values, problems, onChange }: FieldsProps) {
  return (name: string) => ({
    name,
    value: values[name] ?? "",
    error: problems[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
}

function textarea(name: string, { values, onChange }: Pick<FieldsProps, "values" | "onChange">) {
  return {
    value: values[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  };
}

const slugOf = (title: string): string => title.trim().toLowerCase().replace(/\s+/g, "-");

/** A part of a long form under its name. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4 border-line border-t pt-4 first:border-0 first:pt-0">
      <legend className="float-left w-full font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}
