import type { KeyboardEvent } from "react";
import { DraftNote, DraftNotices } from "@/shared/creation/draft-note";
import type { Origin } from "@/shared/queue/analysis";
import { MarkedText } from "@/shared/queue/marked-text";
import type { AnalysisOfText } from "@/shared/queue/use-analysis";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/textarea";

type AnalysisCardProps = {
  placeholder: string;
  analysis: AnalysisOfText;
  /** Where the values of the account that is looked at stand. */
  provenance: readonly Origin[];
  active: string | null;
};

/** The text to analyse; once it is analysed, the same text with what was read from it marked. Ctrl+Enter analyses. */
export function AnalysisCard({ placeholder, analysis, provenance, active }: AnalysisCardProps) {
  const { reading } = analysis;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    analysis.analyse();
  };
  return (
    <Card title="Texto da conta" description="Cole o anúncio ou a ficha da conta; uma ou várias contas por texto.">
      <DraftNotices draft={analysis.draft} />
      {reading === null ? (
        <Field label="Texto para análise" error={analysis.problem}>
          <Textarea
            code
            rows={10}
            value={analysis.text}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="off"
            onChange={(event) => analysis.setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </Field>
      ) : (
        <div className="grid gap-3">
          {reading.analysis.warnings.map(({ code, line, message }) => (
            <Alert key={`${code}-${line}`} tone={code === "banned" ? "bad" : "warn"}>
              <span className="font-medium tabular-nums">Linha {line}:</span> {message}
            </Alert>
          ))}
          <MarkedText
            text={reading.text}
            provenance={provenance}
            unrecognized={reading.analysis.unrecognized}
            active={active}
          />
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {reading === null ? (
          <Button
            variant="primary"
            icon="search"
            busy={analysis.busy}
            aria-keyshortcuts="Control+Enter"
            data-tooltip="Ctrl + Enter"
            onClick={analysis.analyse}
          >
            {analysis.busy ? "Analisando" : "Analisar com IA"}
          </Button>
        ) : (
          <Button icon="edit" onClick={analysis.edit}>
            Editar texto
          </Button>
        )}
        <Button variant="ghost" disabled={analysis.text === ""} onClick={analysis.clear}>
          Limpar
        </Button>
        {analysis.text !== "" && <DraftNote draft={analysis.draft} />}
      </div>
    </Card>
  );
}
