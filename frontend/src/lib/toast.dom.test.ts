import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { toast } from "@/lib/toast";
import { spoken } from "../../test/spoken";

const toasts = () => document.getElementById("toasts");

beforeEach(() => {
  vi.useFakeTimers();
});

describe("toast", () => {
  it("is titled 'Sucesso' or 'Erro' and said", () => {
    toast.success("Perfil atualizado com sucesso");
    expect(toasts()).toHaveTextContent("SucessoPerfil atualizado com sucesso");
    toast.error("Não foi possível atualizar o perfil");
    expect(toasts()).toHaveTextContent("ErroNão foi possível atualizar o perfil");
    expect(spoken()).toEqual(["Sucesso. Perfil atualizado com sucesso", "Erro. Não foi possível atualizar o perfil"]);
  });

  it("is one at a time", () => {
    toast.success("um");
    toast.success("dois", "Outro título");
    expect(toasts()).toHaveTextContent(/^Outro títulodois$/);
  });

  it("closes after 5000 ms", () => {
    toast.success("um");
    vi.advanceTimersByTime(4999);
    expect(screen.getByText("um")).toBeInTheDocument();
    vi.advanceTimersByTime(1);
    expect(screen.queryByText("um")).toBeNull();
  });

  it("closes with Escape", () => {
    toast.success("um");
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(screen.queryByText("um")).toBeNull();
  });

  it("waits while it is pointed at", () => {
    toast.success("um");
    const item = toasts()?.firstElementChild as Element;
    fireEvent.pointerEnter(item);
    vi.advanceTimersByTime(60_000);
    expect(screen.getByText("um")).toBeInTheDocument();
    fireEvent.pointerLeave(item);
    vi.advanceTimersByTime(5000);
    expect(screen.queryByText("um")).toBeNull();
  });

  it("closes by its button", () => {
    toast.success("um");
    fireEvent.click(screen.getByRole("button", { name: "Fechar aviso" }));
    expect(screen.queryByText("um")).toBeNull();
  });

  it("can wait for the next page, and is shown there once", () => {
    toast.afterNavigation("success", "Bem-vindo, Ana!", "Login realizado com sucesso!");
    expect(toasts()).toBeNull();
    toast.restore();
    expect(toasts()).toHaveTextContent("Login realizado com sucesso!Bem-vindo, Ana!");
    vi.advanceTimersByTime(5000);
    toast.restore();
    expect(screen.queryByText("Bem-vindo, Ana!")).toBeNull();
  });
});
