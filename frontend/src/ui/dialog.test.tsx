import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/errors";
import { Button } from "@/ui/button";
import { ConfirmDialog, Dialog } from "@/ui/dialog";

function Page({ onConfirm }: { onConfirm: () => unknown }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Excluir conta</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Excluir"
        description="Tem certeza que deseja excluir esta conta?"
        confirmLabel="Sim"
        destructive
        onConfirm={onConfirm}
      />
    </>
  );
}

async function openPage(onConfirm: () => unknown) {
  render(<Page onConfirm={onConfirm} />);
  await userEvent.click(screen.getByRole("button", { name: "Excluir conta" }));
  return screen.findByRole("alertdialog", { name: "Excluir" });
}

const confirm = () => userEvent.click(screen.getByRole("button", { name: "Sim" }));

describe("ConfirmDialog", () => {
  it("asks, with focus on the answer that changes nothing", async () => {
    const dialog = await openPage(vi.fn());
    expect(dialog).toHaveAccessibleDescription("Tem certeza que deseja excluir esta conta?");
    await waitFor(() => expect(screen.getByRole("button", { name: "Cancelar" })).toHaveFocus());
  });

  it("closes after success and gives focus back to what opened it", async () => {
    const onConfirm = vi.fn();
    await openPage(onConfirm);
    await confirm();
    expect(onConfirm).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(screen.getByRole("button", { name: "Excluir conta" })).toHaveFocus();
  });

  it("runs once however often it is clicked, and cannot be left meanwhile", async () => {
    let finish: () => void = vi.fn();
    const onConfirm = vi.fn(() => new Promise<void>((done) => (finish = done)));
    await openPage(onConfirm);
    await confirm();
    await confirm();
    await userEvent.keyboard("{Escape}");
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(screen.getByRole("alertdialog")).toBeInTheDocument();
    finish();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it("stays when it is refused", async () => {
    await openPage(() => Promise.reject(new ApiError(409, "não")));
    await confirm();
    expect(screen.getByRole("alertdialog")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("button", { name: "Sim" })).not.toHaveAttribute("aria-busy"));
  });

  it("Cancelar and Escape change nothing", async () => {
    const onConfirm = vi.fn();
    await openPage(onConfirm);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(onConfirm).not.toHaveBeenCalled();
  });
});

describe("Dialog", () => {
  it("is not in the page before it is opened", () => {
    render(<Dialog open={false} onClose={vi.fn()} title="Nova Conta" />);
    expect(screen.queryByText("Nova Conta")).toBeNull();
  });

  it("hears Escape from the moment it is seen", async () => {
    const onClose = vi.fn();
    const seen = new MutationObserver(() => {
      if (document.querySelector("dialog")) dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    });
    seen.observe(document.body, { childList: true, subtree: true });
    // Opened by no event of a person, as by code that has just come: React runs passive effects a while after it.
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
    const root = createRoot(document.createElement("div"));
    root.render(<Dialog open onClose={onClose} title="Nova Conta" />);
    await vi.waitFor(() => expect(document.querySelector("dialog")).not.toBeNull());
    seen.disconnect();
    root.unmount();
    expect(onClose).toHaveBeenCalled();
  });

  it("can be one form", async () => {
    const onSubmit = vi.fn((event) => event.preventDefault());
    render(
      <Dialog open onClose={vi.fn()} title="Nova Conta" onSubmit={onSubmit} footer={<Button type="submit">Criar</Button>}>
        <input aria-label="Título" />
      </Dialog>,
    );
    await userEvent.type(await screen.findByRole("textbox", { name: "Título" }), "x{Enter}");
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it("starts in its first field", async () => {
    render(
      <Dialog open onClose={vi.fn()} title="Nova Conta">
        <input type="file" aria-label="Imagens" />
        <input disabled aria-label="Código" />
        <select aria-label="Jogo" />
        <input aria-label="Título" />
      </Dialog>,
    );
    await waitFor(() => expect(screen.getByRole("combobox", { name: "Jogo" })).toHaveFocus());
  });

  it("without a field starts at its button", async () => {
    render(<Dialog open onClose={vi.fn()} title="Nova Conta" />);
    await waitFor(() => expect(screen.getByRole("button", { name: "Fechar" })).toHaveFocus());
  });

  it("veils the page, and the window that it was opened from", async () => {
    render(
      <Dialog open onClose={vi.fn()} title="Lote">
        <Dialog open onClose={vi.fn()} title="Comprar" />
      </Dialog>,
    );
    await screen.findByRole("dialog", { name: "Comprar" });
    expect(document.querySelectorAll(".dialog-backdrop")).toHaveLength(2);
  });

  it("keeps the focus in itself with Tab, and leaves what it covers inert", async () => {
    const { container } = render(
      <>
        <Button>Atrás</Button>
        <Dialog open onClose={vi.fn()} title="Nova Conta" footer={<Button>Criar</Button>} />
      </>,
    );
    await waitFor(() => expect(screen.getByRole("button", { name: "Fechar" })).toHaveFocus());
    await userEvent.tab({ shift: true });
    expect(screen.getByRole("button", { name: "Criar" })).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByRole("button", { name: "Fechar" })).toHaveFocus();
    expect(container.inert).toBe(true);
  });

  it("closes by its button", async () => {
    const onClose = vi.fn();
    render(<Dialog open onClose={onClose} title="Nova Conta" />);
    await userEvent.click(await screen.findByRole("button", { name: "Fechar" }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
