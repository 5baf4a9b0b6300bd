import type { ComponentProps, ReactNode, RefObject } from "react";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";

type EditCardProps = ComponentProps<typeof EditButtons> & {
  title: string;
  description?: ReactNode;
  /** Other buttons, at the left of the foot. */
  actions?: ReactNode;
  onSubmit: ComponentProps<"form">["onSubmit"];
  children: ReactNode;
};

/** A card that is one form, its buttons at the foot. */
export function EditCard({ title, description, actions, onSubmit, children, ...buttons }: EditCardProps) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Card title={title} description={description} padded={false}>
        <div className="grid gap-4 p-4">{children}</div>
        <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3">
          {actions && <div className="mr-auto flex flex-wrap gap-2">{actions}</div>}
          <EditButtons {...buttons} />
        </footer>
      </Card>
    </form>
  );
}

type EditButtonsProps = {
  /** What useEditing answers. */
  form: {
    editing: boolean;
    busy: boolean;
    edit: () => void;
    cancel: () => void;
    opener: RefObject<HTMLButtonElement | null>;
  };
  editLabel?: string;
  saveLabel?: string;
};

/** 'Editar', or while editing 'Cancelar' and 'Salvar'. */
function EditButtons({ form, editLabel = "Editar", saveLabel = "Salvar" }: EditButtonsProps) {
  if (!form.editing) {
    return (
      <Button ref={form.opener} icon="edit" onClick={form.edit}>
        {editLabel}
      </Button>
    );
  }
  return (
    <>
      <Button disabled={form.busy} onClick={form.cancel}>
        Cancelar
      </Button>
      <Button type="submit" variant="primary" busy={form.busy}>
        {saveLabel}
      </Button>
    </>
  );
}
