import { useState } from "react";
import { toast } from "@/lib/toast";
import { type LeftOver, labelled } from "@/shared/queue/analysis";
import { Button } from "@/ui/button";
import { Select } from "@/ui/select";

type LeftOversProps = {
  lines: readonly LeftOver[];
  /** What a label may announce. */
  fields: readonly { name: string; label: string }[];
  busy: boolean;
  /** Teaches what a label means; answers whether it was learned. */
  onTeach: (label: string, field: string) => Promise<boolean>;
};

const SHOWN = 8;

/** Lines that say nothing known. Saying what one is about teaches its label, for this text and every later one. */
export function LeftOvers({ lines, fields, busy, onTeach }: LeftOversProps) {
  const [all, setAll] = useState(false);
  if (lines.length === 0) return null;
  const hidden = lines.length - SHOWN;
  return (
    <section aria-labelledby="left-overs" className="grid gap-2">
      <h3 id="left-overs" className="font-medium text-sm">
        Linhas não reconhecidas ({lines.length})
      </h3>
      <p className="text-muted text-sm">Diga de que campo é o rótulo e ele será reconhecido daqui em diante.</p>
      <ul className="divide-y divide-line rounded-md border border-line">
        {lines.slice(0, all ? undefined : SHOWN).map((line) => (
          <LeftOverLine key={line.line} line={line} fields={fields} busy={busy} onTeach={onTeach} />
        ))}
      </ul>
      {!all && hidden > 0 && (
        <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => setAll(true)}>
          Mostrar mais {hidden}
        </Button>
      )}
    </section>
  );
}

function LeftOverLine({ line, fields, busy, onTeach }: Omit<LeftOversProps, "lines"> & { line: LeftOver }) {
  const [field, setField] = useState("");
  const { label } = labelled(line.text);
  const chosen = fields.find(({ name }) => name === field);
  const teach = async () => {
    if (chosen && (await onTeach(label, field))) toast.success(`“${label}” agora é lido como ${chosen.label}.`);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <p className="min-w-40 flex-1 break-words">
        <span className="mr-2 text-muted text-sm tabular-nums">Linha {line.line}</span>
        <span className="font-mono text-sm">{line.text}</span>
      </p>
      <span className="flex items-center gap-2">
        <Select
          className="w-44"
          aria-label={`Campo da linha ${line.line}`}
          placeholder="O que é isto?"
          value={field}
          options={fields.map(({ name, label: title }) => ({ value: name, label: title }))}
          onChange={(event) => setField(event.target.value)}
        />
        <Button size="sm" busy={busy} disabled={field === ""} onClick={teach}>
          Ensinar
        </Button>
      </span>
    </li>
  );
}
