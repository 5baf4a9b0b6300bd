import { useMemo, useState } from "react";
import { addressOf } from "@/api/client";
import type { FileColumn, FileReading, Source, UploadField } from "@/api/drafts";
import { messageOf } from "@/lib/errors";
import { plural } from "@/lib/format";
import type { GameDescription } from "@/shared/creation/game";
import { type Mapping, mapColumn, missingText } from "@/shared/creation/mapping";
import { columnField, type FileOfAccounts } from "@/shared/creation/use-file";
import { MASK } from "@/shared/sheet/rows";
import { Alert, useAnnounce } from "@/ui/announcement";
import { Button, Icon } from "@/ui/button";
import { Checkbox, FormField, Select, Textarea } from "@/ui/fields";
import { FileDrop } from "@/ui/file-drop";
import { type Column, Table } from "@/ui/table";

/** 'drop a .txt, .csv or .xlsx file (or paste), map columns', and the file to fill in. */
export default function FileSource({ game, file }: { game: GameDescription; file: FileOfAccounts }) {
  const { source, reading, pending, error } = file;
  const [tooLarge, setTooLarge] = useState(false);
  const take = ([chosen]: File[]) => {
    if (!chosen) return;
    setTooLarge(chosen.size > game.limits.maxBytes);
    if (chosen.size <= game.limits.maxBytes) file.take({ ...FRESH, file: chosen });
  };
  const underWay = pending ? `Lendo ${source?.file?.name ?? "o texto colado"}...` : "";
  useAnnounce(source && reading ? plural(reading.total, "linha lida", "linhas lidas") : underWay);
  const problem = tooLarge ? TOO_LARGE : error && messageOf(error);
  return (
    <div className="grid gap-3">
      {problem && <Alert tone="bad">{problem}</Alert>}
      {pending && (
        <p className="flex items-center gap-2 text-muted">
          <Icon name="spinner" className="spinner" /> {underWay}
        </p>
      )}
      {source && reading ? (
        <ReadFile file={file} source={source} reading={reading} />
      ) : (
        !pending && <Intake onFiles={take} onText={(text) => file.take({ ...FRESH, text })} />
      )}
      {!reading && <BlankFiles game={game} />}
    </div>
  );
}

const FRESH: Source = { file: null, text: "", header: "auto", sheet: "" };
const TOO_LARGE = "O arquivo passa de 2 MB. Divida as contas em mais de um arquivo.";
const DELIMITERS: Record<string, string> = {
  ";": "ponto e vírgula",
  ",": "vírgula",
  "\t": "tabulação",
  "|": "barra vertical",
};

function Intake({ onFiles, onText }: { onFiles: (files: File[]) => void; onText: (text: string) => void }) {
  const [pasting, setPasting] = useState(false);
  const [text, setText] = useState("");
  if (!pasting) {
    return (
      <>
        <FileDrop
          label="Arraste o arquivo ou clique para escolher"
          touchLabel="Toque para escolher o arquivo"
          hint=".txt, .csv ou .xlsx · até 5.000 linhas e 2 MB · as contas lidas ficam guardadas por 7 dias, só para você"
          accept=".txt,.csv,.tsv,.xlsx,text/plain,text/csv"
          onFiles={onFiles}
        />
        <Button size="sm" variant="ghost" className="justify-self-start" icon="copy" onClick={() => setPasting(true)}>
          Colar texto ou células
        </Button>
      </>
    );
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onText(text);
      }}
    >
      <FormField label="Texto ou células da planilha" hint="Uma conta por linha.">
        <Textarea code rows={8} autoFocus value={text} onChange={(event) => setText(event.target.value)} />
      </FormField>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={text.trim() === ""}>
          Ler texto
        </Button>
        <Button variant="ghost" onClick={() => setPasting(false)}>
          Enviar arquivo
        </Button>
      </div>
    </form>
  );
}

function BlankFiles({ game }: { game: GameDescription }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      Modelo para preencher ({game.title}):
      {(["xlsx", "csv"] as const).map((format) => (
        <a
          key={format}
          className="inline-flex items-center gap-1 font-medium text-accent hover:underline"
          href={addressOf("/api/bulk/uploads/template", { query: { game: game.slug, format } })}
          download
        >
          <Icon name="download" /> <span className="sr-only">Modelo</span> .{format}
        </a>
      ))}
    </p>
  );
}

/** What the server made of the file, to be put right. */
function ReadFile({ file, source, reading }: { file: FileOfAccounts; source: Source; reading: FileReading }) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>{readingText(source, reading)}</p>
        <Button size="sm" onClick={() => file.take(null)}>
          Trocar
        </Button>
      </div>
      {reading.notices.map((notice) => (
        <Alert key={notice} tone="warn">
          {notice}
        </Alert>
      ))}
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        {reading.sheets.length > 1 && (
          <FormField label="Planilha">
            <Select
              value={reading.sheet}
              options={reading.sheets.map((name) => ({ value: name, label: name }))}
              onChange={(event) => file.take({ ...source, sheet: event.target.value, header: "auto" })}
            />
          </FormField>
        )}
        <Checkbox
          label={
            reading.headerLine !== null && reading.headerLine > 1
              ? `A linha ${reading.headerLine} traz os nomes das colunas`
              : "A primeira linha traz os nomes das colunas"
          }
          checked={reading.headerLine !== null}
          onChange={(named) => file.take({ ...source, header: named ? "first" : "none" })}
        />
      </div>
      <Columns reading={reading} mapping={file.mapping} onChange={file.change} />
    </>
  );
}

function readingText({ file }: Source, { kind, total, encoding, delimiter, sheet }: FileReading): string {
  const facts = [
    file?.name ?? "Texto colado",
    plural(total, "linha", "linhas"),
    kind === "xlsx" && sheet,
    kind !== "xlsx" && encoding,
    delimiter && `separado por ${DELIMITERS[delimiter] ?? delimiter}`,
  ];
  return facts.filter(Boolean).join(" · ");
}

type ColumnsProps = { reading: FileReading; mapping: Mapping; onChange: (mapping: Mapping) => void };

const SAMPLES = 2;

/** The columns of a file: what it calls each, its first values, and the field it fills. */
function Columns({ reading, mapping, onChange }: ColumnsProps) {
  const missing = missingText(mapping);
  const fields = useMemo(() => new Map(reading.fields.map((field) => [field.name, field])), [reading]);
  const options = reading.fields.map(({ name, label }) => ({ value: name, label }));
  const columns: Column<FileColumn>[] = [
    { key: "header", header: "Coluna do arquivo", cell: ({ header }) => <span className="font-medium">{header}</span> },
    {
      key: "samples",
      header: "Primeiros valores",
      className: "max-w-72",
      cell: ({ index }) => <Samples rows={reading.rows} index={index} field={columnField(fields, mapping[index])} />,
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
          onChange={(event) => onChange(mapColumn(mapping, index, event.target.value || null))}
        />
      ),
    },
  ];
  return (
    <section className="min-w-0" aria-label="Colunas">
      {missing ? <Alert tone="warn">{missing}</Alert> : <p className="text-muted text-sm">{summaryText(mapping)}</p>}
      <Table
        caption="Colunas do arquivo"
        className="mt-2 max-h-152"
        columns={columns}
        rows={reading.columns}
        rowKey={({ index }) => index}
        empty={null}
      />
    </section>
  );
}

function Samples({ rows, index, field }: { rows: string[][]; index: number; field: UploadField | undefined }) {
  const texts = rows.map((cells) => cells[index] ?? "").filter(Boolean);
  if (texts.length === 0) return <span className="text-muted">vazia</span>;
  const secret = field?.kind === "secret" || field?.kind === "pair";
  return <span className="block truncate text-muted">{secret ? MASK : texts.slice(0, SAMPLES).join(" · ")}</span>;
}

function summaryText(mapping: Mapping): string {
  const used = mapping.filter((field) => field !== null).length;
  return `${used} de ${mapping.length} ${mapping.length === 1 ? "coluna usada" : "colunas usadas"}`;
}
