import { clsx } from "clsx";
import { type ReactNode, useMemo, useState } from "react";
import { type FileColumn, type Reading, type Source, type UploadField, uploadTemplateHref } from "@/api/drafts";
import { messageOf } from "@/lib/errors";
import { counted, integer } from "@/lib/format";
import { type Mapping, mapped, missingText } from "@/screens/upload/mapping";
import type { UploadGame } from "@/screens/upload/standard";
import { MASK } from "@/shared/sheet/rows";
import { Alert } from "@/ui/alert";
import { useAnnounce } from "@/ui/announcement";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { ConfirmDialog } from "@/ui/dialog";
import { Checkbox, Field, Select, Textarea } from "@/ui/fields";
import { FileDrop } from "@/ui/file-drop";
import { Icon, type IconName } from "@/ui/icon";
import { type Column, Table } from "@/ui/table";

type FileStepProps = {
  game: UploadGame;
  source: Source | null;
  reading: Reading | undefined;
  error: Error | null;
  pending: boolean;
  /** Whether rows were put right that another file would take away. */
  corrected: boolean;
  onSource: (source: Source | null) => void;
};

/** 'drop a .txt, .csv or .xlsx file (or paste)', and the file to fill in. */
export function FileStep({ game, source, reading, error, pending, corrected, onSource }: FileStepProps) {
  const [asking, setAsking] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);
  const take = ([file]: File[]) => {
    if (!file) return;
    setTooLarge(file.size > game.limits.maxBytes);
    if (file.size <= game.limits.maxBytes) onSource({ ...FRESH, file });
  };
  const underWay = pending ? `Lendo ${source?.file?.name ?? "o texto colado"}...` : "";
  useAnnounce(source && reading ? counted(reading.total, "linha lida", "linhas lidas") : underWay);
  const problem = tooLarge ? TOO_LARGE : error && messageOf(error);
  return (
    <Step
      number={2}
      title="Arquivo"
      done={reading !== undefined}
      summary={
        reading && source ? readingText(source, reading) : "Até 5.000 linhas e 2 MB. O arquivo não é armazenado."
      }
      actions={
        source && (
          <Button size="sm" variant="ghost" onClick={() => (corrected ? setAsking(true) : onSource(null))}>
            Trocar
          </Button>
        )
      }
    >
      <div className="grid gap-3">
        {problem && <Alert tone="bad">{problem}</Alert>}
        {pending && (
          <p className="flex items-center gap-2 text-muted">
            <Icon name="spinner" className="spinner" /> {underWay}
          </p>
        )}
        {source && reading ? <Choices source={source} reading={reading} onSource={onSource} /> : null}
        {!(source && reading) && !pending && <Intake onFiles={take} onText={(text) => onSource({ ...FRESH, text })} />}
        {!reading && <Templates game={game} />}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        destructive
        title="Trocar de arquivo?"
        description="As correções feitas nestas linhas serão perdidas."
        confirmLabel="Trocar"
        onConfirm={() => onSource(null)}
      />
    </Step>
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
          label="Solte o arquivo aqui ou clique para escolher"
          hint=".txt, .csv ou .xlsx"
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
      <Field label="Texto ou células da planilha" hint="Uma conta por linha.">
        <Textarea code rows={8} autoFocus value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
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

function Templates({ game }: { game: UploadGame }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      Modelo para preencher ({game.title}):
      {(["xlsx", "csv"] as const).map((format) => (
        <a
          key={format}
          className="inline-flex items-center gap-1 font-medium text-accent hover:underline"
          href={uploadTemplateHref(game.slug, format)}
          download
        >
          <Icon name="download" /> <span className="sr-only">Modelo</span> .{format}
        </a>
      ))}
    </p>
  );
}

type ChoicesProps = { source: Source; reading: Reading; onSource: (source: Source) => void };

/** What the server guessed of the file, to be put right. */
function Choices({ source, reading, onSource }: ChoicesProps) {
  return (
    <>
      {reading.notices.map((notice) => (
        <Alert key={notice} tone="warn">
          {notice}
        </Alert>
      ))}
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        {reading.sheets.length > 1 && (
          <Field label="Planilha">
            <Select
              value={reading.sheet}
              options={reading.sheets.map((name) => ({ value: name, label: name }))}
              onChange={(event) => onSource({ ...source, sheet: event.target.value, header: "auto" })}
            />
          </Field>
        )}
        <Checkbox
          label={
            reading.headerLine !== null && reading.headerLine > 1
              ? `A linha ${reading.headerLine} traz os nomes das colunas`
              : "A primeira linha traz os nomes das colunas"
          }
          checked={reading.headerLine !== null}
          onChange={(named) => onSource({ ...source, header: named ? "first" : "none" })}
        />
      </div>
    </>
  );
}

function readingText({ file }: Source, { kind, total, encoding, delimiter, sheet }: Reading): string {
  const facts = [
    file?.name ?? "Texto colado",
    total === 1 ? "1 linha" : `${integer(total)} linhas`,
    kind === "xlsx" && sheet,
    kind !== "xlsx" && encoding,
    delimiter && `separado por ${DELIMITERS[delimiter] ?? delimiter}`,
  ];
  return facts.filter(Boolean).join(" · ");
}

type GameStepProps = {
  games: readonly UploadGame[];
  chosen: string;
  disabled: boolean;
  onChoose: (slug: string) => void;
};

export function GameStep({ games, chosen, disabled, onChoose }: GameStepProps) {
  return (
    <Step number={1} title="Jogo" done>
      <fieldset className="grid grid-cols-2 gap-2 xl:grid-cols-4" disabled={disabled}>
        <legend className="sr-only">Jogo das contas</legend>
        {games.map(({ slug, title }) => (
          <label
            key={slug}
            className={clsx(
              "flex cursor-pointer items-center gap-2 rounded-md border px-3 py-2.5 font-medium",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
              slug === chosen ? "border-accent bg-accent-soft" : "border-line hover:bg-sunken",
              disabled && "cursor-default opacity-55",
            )}
          >
            <input
              type="radio"
              name="game"
              className="sr-only"
              value={slug}
              checked={slug === chosen}
              onChange={() => onChoose(slug)}
            />
            <Icon name={slug as IconName} className={slug === chosen ? "text-accent" : "text-muted"} />
            {title}
          </label>
        ))}
      </fieldset>
    </Step>
  );
}

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

type StepProps = {
  number: number;
  title: string;
  /** What is settled here, or what is missing. */
  summary?: ReactNode;
  done: boolean;
  actions?: ReactNode;
  padded?: boolean;
  children: ReactNode;
};

/** One step of the upload. It stays where it is when it is done, so that it can be changed. */
export function Step({ number, title, summary, done, actions, padded = true, children }: StepProps) {
  return (
    <Card
      title={
        <span className="flex items-center gap-2.5">
          <StepMark number={number} done={done} />
          {title}
        </span>
      }
      description={summary && <span className="mt-0.5 block">{summary}</span>}
      actions={actions}
      padded={padded}
    >
      {children}
    </Card>
  );
}

/** A step whose turn has not come. */
export function StepAhead({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="flex items-center gap-2.5 rounded-lg border border-line [border-style:dashed] px-4 py-3 text-muted">
      <StepMark number={number} done={false} />
      <h2 className="font-medium">{title}</h2>
      <p className="ml-auto text-end text-sm">{children}</p>
    </section>
  );
}

export function StepMark({ number, done }: { number: number; done: boolean }) {
  return (
    <span
      className={clsx(
        "inline-grid size-6 flex-none place-items-center rounded-full border text-xs tabular-nums",
        done ? "border-transparent bg-good-soft text-good" : "border-line-strong",
      )}
    >
      {done ? <Icon name="check" /> : <span aria-hidden="true">{number}</span>}
      <span className="sr-only">{done ? `Passo ${number}, feito:` : `Passo ${number}:`}</span>
    </span>
  );
}
