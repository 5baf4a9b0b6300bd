import { useState } from "react";
import { type Reading, type Source, uploadTemplateHref } from "@/api/drafts";
import { messageOf } from "@/lib/errors";
import { counted, integer } from "@/lib/format";
import type { UploadGame } from "@/screens/upload/standard";
import { Step } from "@/screens/upload/step";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";
import { Checkbox, Field, Select, Textarea } from "@/ui/fields";
import { FileDrop } from "@/ui/file-drop";
import { Icon } from "@/ui/icon";
import { LiveRegion } from "@/ui/live-region";

type FileStepProps = {
  game: UploadGame;
  source: Source | null;
  reading: Reading | undefined;
  /** Why the file was not read. */
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
        <LiveRegion text={source && reading ? counted(reading.total, "linha lida", "linhas lidas") : ""} />
        {problem && <Alert tone="bad">{problem}</Alert>}
        {pending && (
          <p role="status" className="flex items-center gap-2 text-muted">
            <Icon name="spinner" className="spinner" /> Lendo {source?.file?.name ?? "o texto colado"}...
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
