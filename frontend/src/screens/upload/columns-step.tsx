import { useMemo } from "react";
import type { FileColumn, Reading, UploadField } from "@/api/drafts";
import { type Mapping, mapped, missingText } from "@/screens/upload/mapping";
import { Step } from "@/screens/upload/step";
import { MASK } from "@/shared/sheet/cells";
import { Alert } from "@/ui/alert";
import { Select } from "@/ui/fields";
import { type Column, Table } from "@/ui/table";

type ColumnsStepProps = { reading: Reading; mapping: Mapping; onChange: (mapping: Mapping) => void };

const SAMPLES = 2;

/** 'map columns': what the file calls each, how it reads, and what it is to the listing. */
export function ColumnsStep({ reading, mapping, onChange }: ColumnsStepProps) {
  const missing = missingText(mapping);
  const options = useMemo(() => reading.fields.map(({ name, label }) => ({ value: name, label })), [reading]);
  const columns: Column<FileColumn>[] = [
    { key: "header", header: "Coluna do arquivo", cell: ({ header }) => <span className="font-medium">{header}</span> },
    {
      key: "samples",
      header: "Primeiros valores",
      className: "max-w-72",
      cell: ({ index }) => (
        <Samples rows={reading.rows} index={index} field={fieldOf(reading.fields, mapping[index])} />
      ),
    },
    {
      key: "field",
      header: "Campo",
      cell: ({ index, header }) => (
        <Select
          aria-label={`Campo da coluna ${header}`}
          placeholder="Não usar"
          value={mapping[index] ?? ""}
          options={options}
          onChange={(event) => onChange(mapped(mapping, index, event.target.value || null))}
        />
      ),
    },
  ];
  return (
    <Step number={3} title="Colunas" done={missing === ""} summary={summaryText(mapping)} padded={false}>
      {missing && (
        <div className="p-4 pb-2">
          <Alert tone="warn">{missing}</Alert>
        </div>
      )}
      <Table
        caption="Colunas do arquivo"
        className="max-h-152"
        columns={columns}
        rows={reading.columns}
        rowKey={({ index }) => index}
        empty={null}
      />
    </Step>
  );
}

function Samples({ rows, index, field }: { rows: string[][]; index: number; field: UploadField | undefined }) {
  const texts = rows.map((cells) => cells[index] ?? "").filter(Boolean);
  if (texts.length === 0) return <span className="text-muted">vazia</span>;
  const secret = field?.kind === "secret" || field?.kind === "pair";
  return <span className="block truncate text-muted">{secret ? MASK : texts.slice(0, SAMPLES).join(" · ")}</span>;
}

function fieldOf(fields: readonly UploadField[], name: string | null | undefined): UploadField | undefined {
  return fields.find((field) => field.name === name);
}

function summaryText(mapping: Mapping): string {
  const used = mapping.filter((field) => field !== null).length;
  return `${used} de ${mapping.length} ${mapping.length === 1 ? "coluna usada" : "colunas usadas"}`;
}
