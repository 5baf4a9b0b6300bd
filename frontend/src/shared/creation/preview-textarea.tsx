import { type ChangeEvent, useState } from "react";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/textarea";

type PreviewTextareaProps = {
  label: string;
  name: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  error?: string | undefined;
  hint?: string;
  rows?: number;
};

/** A long text with a toggle between editing and preview. The preview is the text, never markup. */
export function PreviewTextarea({ label, name, value, onChange, error, hint, rows = 8 }: PreviewTextareaProps) {
  const [preview, setPreview] = useState(false);
  return (
    <div className="relative">
      <Field label={label} hint={hint} error={error}>
        {preview ? (
          <div className="min-h-24 overflow-auto whitespace-pre-wrap break-words rounded-md border border-line bg-sunken px-2.5 py-1.5">
            {value || <span className="text-muted">Nada escrito ainda.</span>}
          </div>
        ) : (
          <Textarea name={name} value={value} onChange={onChange} rows={rows} />
        )}
      </Field>
      <Button
        size="sm"
        variant="ghost"
        icon={preview ? "edit" : "eye"}
        className="absolute -top-2 right-0"
        aria-label={preview ? `Editar ${label.toLowerCase()}` : `Visualizar ${label.toLowerCase()}`}
        onClick={() => setPreview(!preview)}
      >
        {preview ? "Editar" : "Visualizar"}
      </Button>
    </div>
  );
}
