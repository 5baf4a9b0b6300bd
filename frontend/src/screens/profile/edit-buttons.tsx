import type { RefObject } from "react";
import { Button } from "@/ui/button";

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
export function EditButtons({ form, editLabel = "Editar", saveLabel = "Salvar" }: EditButtonsProps) {
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
