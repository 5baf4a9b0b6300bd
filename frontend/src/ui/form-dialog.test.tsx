import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { notifySessionEnded, sessionIsBack } from "@/lib/held-page";
import { useForm } from "@/lib/use-form";
import { TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";

function Page() {
  const [open, setOpen] = useState(true);
  const form = useForm({ initial: { title: "" }, onSubmit: async () => setOpen(false) });
  return (
    <FormDialog open={open} onClose={() => setOpen(false)} form={form} title="Nova Tarefa" submitLabel="Criar Tarefa">
      <TextField label="Título" {...form.field("title")} />
    </FormDialog>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

async function openPage() {
  render(<Page />);
  return screen.findByRole("dialog", { name: "Nova Tarefa" });
}

async function type(text: string) {
  await userEvent.type(screen.getByLabelText("Título"), text);
}

test("an untouched form closes at once and holds nothing", async () => {
  const dialog = await openPage();
  expect(notifySessionEnded()).toBe(false);
  await userEvent.click(within(dialog).getByRole("button", { name: "Fechar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("Escape asks before it discards what was typed, and staying keeps it", async () => {
  await openPage();
  await type("Criar contas");
  await userEvent.keyboard("{Escape}");
  expect(await screen.findByRole("alertdialog", { name: "Descartar o que você digitou?" })).toBeInTheDocument();
  await press("Continuar editando");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByLabelText("Título")).toHaveValue("Criar contas");

  await userEvent.keyboard("{Escape}");
  await screen.findByRole("alertdialog");
  await press("Descartar");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("'Cancelar' is answer enough", async () => {
  await openPage();
  await type("x");
  await press("Cancelar");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the page is held while the window has typed text, and says when the session ends", async () => {
  const dialog = await openPage();
  await type("x");
  act(() => {
    expect(notifySessionEnded()).toBe(true);
  });
  expect(await within(dialog).findByRole("note")).toHaveTextContent("Sessão expirada. Faça login novamente.");
  expect(screen.getByLabelText("Título")).toHaveValue("x");
  act(() => sessionIsBack());
  await waitFor(() => expect(within(dialog).queryByRole("note")).toBeNull());
  await press("Criar Tarefa");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(notifySessionEnded()).toBe(false);
});
