import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Button, IconButton } from "@/ui/button";
import { Checkbox, FormField, SearchInput, Select, Switch, TextField } from "@/ui/fields";
import { NumberStepper } from "@/ui/number-stepper";
import { PasswordInput } from "@/ui/password-input";
import { MoneyInput } from "@/ui/value-fields";

describe("Button", () => {
  it("while busy keeps its focus and ignores clicks", async () => {
    const onClick = vi.fn();
    render(
      <Button busy onClick={onClick}>
        Salvar
      </Button>,
    );
    const button = screen.getByRole("button", { name: "Salvar" });
    await userEvent.click(button);
    expect(button).toHaveFocus();
    expect(onClick).not.toHaveBeenCalled();
  });

  it("while busy does not submit its form", async () => {
    const onSubmit = vi.fn();
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" busy>
          Salvar
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Salvar" }));
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe("IconButton", () => {
  it("is named by its label", () => {
    render(<IconButton icon="edit" label="Editar" />);
    expect(screen.getByRole("button", { name: "Editar" })).toBeInTheDocument();
  });
});

describe("Field", () => {
  it("ties label and hint to its control", () => {
    render(<TextField label="Nome" hint="Como aparece" required />);
    const input = screen.getByRole("textbox", { name: "Nome" });
    expect(input).toHaveAccessibleDescription("Como aparece");
    expect(input).toBeRequired();
    expect(input).not.toHaveAttribute("aria-invalid");
  });

  it("shows the problem instead of the hint", () => {
    render(<TextField label="Nome" hint="Como aparece" error="Campo obrigatório" />);
    const input = screen.getByRole("textbox", { name: "Nome" });
    expect(input).toHaveAccessibleDescription("Campo obrigatório");
    expect(input).toBeInvalid();
  });
});

describe("Select", () => {
  it("starts with its placeholder, an empty choice", async () => {
    const onChange = vi.fn();
    render(
      <FormField label="Jogo">
        <Select
          options={[{ value: "roblox", label: "Roblox" }]}
          placeholder="Escolha"
          onChange={(event) => onChange(event.target.value)}
        />
      </FormField>,
    );
    const select = screen.getByRole("combobox", { name: "Jogo" });
    expect(select).toHaveValue("");
    await userEvent.selectOptions(select, "Roblox");
    expect(onChange).toHaveBeenCalledWith("roblox");
  });
});

describe("NumberStepper", () => {
  function Stepper({ start, onChange }: { start: number; onChange?: (value: number) => void }) {
    const [value, setValue] = useState(start);
    const change = (next: number) => {
      onChange?.(next);
      setValue(next);
    };
    return <NumberStepper label="contas" value={value} max={5} onChange={change} />;
  }
  const input = () => screen.getByRole("spinbutton", { name: "contas" });
  const minus = () => screen.getByRole("button", { name: "Diminuir contas" });
  const plus = () => screen.getByRole("button", { name: "Aumentar contas" });

  it("steps, and stops at 0 and at the maximum", async () => {
    render(<Stepper start={4} />);
    await userEvent.click(plus());
    expect(input()).toHaveValue(5);
    expect(plus()).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(plus());
    expect(input()).toHaveValue(5);
    for (let step = 0; step < 6; step += 1) await userEvent.click(minus());
    expect(input()).toHaveValue(0);
    expect(minus()).toHaveAttribute("aria-disabled", "true");
  });

  it.each([
    ["3", 3],
    ["-4", 0],
    ["abc", 0],
    ["2.5", 0],
    ["99", 5],
  ])("typed %s becomes %i when typing ends", async (typed, value) => {
    const onChange = vi.fn();
    render(<Stepper start={1} onChange={onChange} />);
    await userEvent.clear(input());
    await userEvent.type(input(), typed);
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.tab();
    expect(onChange.mock.calls).toEqual([[value]]);
    expect(input()).toHaveValue(value);
  });

  it("Escape gives up what was typed", async () => {
    const onChange = vi.fn();
    render(<Stepper start={1} onChange={onChange} />);
    await userEvent.type(input(), "4{Escape}");
    expect(input()).toHaveValue(1);
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe("MoneyInput", () => {
  it("is written the Brazilian way once it is left; what is no amount stays as typed", async () => {
    function Amount() {
      const [value, setValue] = useState("");
      return (
        <FormField label="Valor">
          <MoneyInput value={value} onChange={(event) => setValue(event.target.value)} />
        </FormField>
      );
    }
    render(<Amount />);
    const input = screen.getByRole("textbox", { name: "Valor" });
    await userEvent.type(input, "1234,5");
    await userEvent.tab();
    expect(input).toHaveValue("1.234,50");
    await userEvent.clear(input);
    await userEvent.type(input, "dez");
    await userEvent.tab();
    expect(input).toHaveValue("dez");
  });
});

describe("PasswordInput", () => {
  it("shows and hides what is typed", async () => {
    render(
      <FormField label="Senha">
        <PasswordInput defaultValue="segredo" />
      </FormField>,
    );
    expect(screen.getByLabelText("Senha")).toHaveAttribute("type", "password");
    await userEvent.click(screen.getByRole("button", { name: "Mostrar senha" }));
    expect(screen.getByLabelText("Senha")).toHaveAttribute("type", "text");
    await userEvent.click(screen.getByRole("button", { name: "Ocultar senha" }));
    expect(screen.getByLabelText("Senha")).toHaveAttribute("type", "password");
  });
});

describe("SearchInput", () => {
  it("is a search box named by its label and placeholder, and reports what is typed", async () => {
    const onChange = vi.fn();
    render(<SearchInput label="Buscar pessoa" value="an" onChange={onChange} maxLength={3} />);
    const box = screen.getByRole("searchbox", { name: "Buscar pessoa" });
    expect(box).toHaveAttribute("placeholder", "Buscar pessoa");
    expect(box).toHaveAttribute("maxlength", "3");
    await userEvent.type(box, "a");
    expect(onChange).toHaveBeenCalledExactlyOnceWith("ana");
  });
});

describe("Switch and Checkbox", () => {
  it("answer their new state", async () => {
    const [onSwitch, onCheck] = [vi.fn(), vi.fn()];
    render(
      <>
        <Switch label="Títulos próprios" description="Um por conta" checked={false} onChange={onSwitch} />
        <Checkbox label="Has Robux" checked onChange={onCheck} />
      </>,
    );
    const titles = screen.getByRole("switch", { name: "Títulos próprios" });
    expect(titles).toHaveAccessibleDescription("Um por conta");
    await userEvent.click(titles);
    await userEvent.click(screen.getByRole("checkbox", { name: "Has Robux" }));
    expect(onSwitch).toHaveBeenCalledWith(true);
    expect(onCheck).toHaveBeenCalledWith(false);
  });
});
