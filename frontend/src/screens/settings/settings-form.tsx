import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { globalSettingsQuery, type SettingsChanges, saveGlobalSettings } from "@/api/configs";
import { rethrowWithMessage } from "@/lib/refusal";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
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

type SettingsFormOptions<V extends object> = {
  saved: V;
  validate?: (values: V) => Partial<Record<keyof V & string, string>>;
  /** What is sent of what was typed; the settings of the other forms stay. */
  changesOf: (values: V) => SettingsChanges;
};

/** One of the page's forms, filled with what is saved. */
export function useSettingsForm<V extends object>({ saved, validate, changesOf }: SettingsFormOptions<V>) {
  const client = useQueryClient();
  const { mutateAsync: save } = useMutation({
    mutationFn: (settings: SettingsChanges) =>
      saveGlobalSettings(settings).catch(rethrowWithMessage(() => "Falha ao salvar configurações globais")),
    onSuccess: (next) => {
      client.setQueryData(globalSettingsQuery().queryKey, next);
      toast.success("Configurações globais salvas com sucesso");
    },
  });
  return useForm<V>({ initial: saved, validate, onSubmit: (values) => save(changesOf(values)) });
}
