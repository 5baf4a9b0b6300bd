import type { FormEvent, ReactNode } from "react";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";

type FormCardProps = {
  title: string;
  description: string;
  saveLabel: string;
  busy: boolean;
  /** Nothing to save yet. */
  unchanged: boolean;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
};

/** One form of the page, saved by its own button. */
export function FormCard({ title, description, saveLabel, busy, unchanged, onSubmit, children }: FormCardProps) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Card title={title} description={description} padded={false}>
        <div className="grid gap-4 p-4">{children}</div>
        <footer className="flex items-center justify-end gap-3 border-line border-t px-4 py-3">
          <p role="status" className="text-sm text-muted">
            {!unchanged && !busy && "Alterações não salvas"}
          </p>
          <Button type="submit" variant="primary" busy={busy}>
            {saveLabel}
          </Button>
        </footer>
      </Card>
    </form>
  );
}
