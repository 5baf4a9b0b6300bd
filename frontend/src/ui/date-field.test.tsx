import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { DateField, type DateInputProps } from "@/ui/value-fields";

function Trial({ initial, ...rest }: { initial: string } & Pick<DateInputProps, "type">) {
  const [value, setValue] = useState(initial);
  return (
    <DateField
      label="Prazo"
      hint="Sem data."
      value={value}
      onChange={(event) => setValue(event.target.value)}
      {...rest}
    />
  );
}

test("a day is read as dd/MM/yyyy in any browser language, and an empty one shows that", async () => {
  render(<Trial initial="2026-11-28" />);
  const field = screen.getByLabelText("Prazo");
  expect(screen.getByText("28/11/2026")).toBeInTheDocument();
  expect(field).toHaveAccessibleDescription("Sem data.");

  await userEvent.clear(field);
  expect(screen.getByText("dd/mm/aaaa")).toBeInTheDocument();
  await userEvent.type(field, "2027-02-01");
  expect(screen.getByText("01/02/2027")).toBeInTheDocument();
});

test("a month is read by its name", () => {
  render(<Trial type="month" initial="2026-03" />);
  expect(screen.getByText("março de 2026")).toBeInTheDocument();
});
