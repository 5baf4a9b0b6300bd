import type { FormEvent, ReactNode } from "react";
import { useHeldPage } from "@/lib/use-held-page";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Announcement } from "@/ui/live-region";

type FormCardProps = {
  title: string;
  description: string;
  saveLabel: string;
  /** What useForm answers. */
  form: { busy: boolean; changed: boolean; submit: (event: FormEvent) => unknown };
  children: ReactNode;
};

/** One form of the page, saved by its own button; it holds the page while something is not saved. */
export function FormCard({ title, description, saveLabel, form, children }: FormCardProps) {
  useHeldPage(form.changed);
  return (
    <form onSubmit={form.submit} noValidate>
      <Card title={title} description={description} padded={false}>
        <div className="grid gap-4 p-4">{children}</div>
        <footer className="flex items-center justify-end gap-3 border-line border-t px-4 py-3">
          <Announcement
            className="text-sm text-muted"
            text={form.changed && !form.busy ? "Alterações não salvas" : ""}
          />
          <Button type="submit" variant="primary" busy={form.busy}>
            {saveLabel}
          </Button>
        </footer>
      </Card>
    </form>
  );
}
