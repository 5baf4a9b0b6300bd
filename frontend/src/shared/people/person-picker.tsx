import { Combobox } from "@base-ui/react/combobox";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { employeesQuery } from "@/api/people";
import { useDebouncedValue } from "@/lib/use-debounced-value";
import { nameOf, type PersonChoice } from "@/shared/people/person-name";
import { Icon } from "@/ui/button";
import { useFieldControl } from "@/ui/fields";

type PersonPickerProps = { value: PersonChoice | null; onChange: (person: PersonChoice | null) => void };

const SHOWN = 20;

/** An active employee, found on the server by name or username: works with thousands of people. Belongs in a Field. */
export function PersonPicker({ value, onChange }: PersonPickerProps) {
  const [typed, setTyped] = useState("");
  const wanted = value && typed === nameOf(value) ? "" : typed.trim();
  const search = useDebouncedValue(wanted);
  const people = useQuery({ ...employeesQuery(search, SHOWN), placeholderData: keepPreviousData });
  const rows = people.data?.rows ?? [];
  const stale = wanted !== search || people.isPlaceholderData;
  return (
    <Combobox.Root
      items={stale ? rows.filter((person) => matches(person, wanted)) : rows}
      filter={null}
      value={value}
      onValueChange={onChange}
      onInputValueChange={setTyped}
      itemToStringLabel={nameOf}
      isItemEqualToValue={(one: PersonChoice, other: PersonChoice) => one.id === other.id}
    >
      <Combobox.InputGroup className="relative">
        <Combobox.Input
          {...useFieldControl()}
          className="control pr-9"
          placeholder="Buscar por nome ou usuário"
          autoComplete="off"
        />
        <Combobox.Trigger
          className="absolute inset-y-0 right-0 grid w-9 place-items-center text-muted"
          aria-label="Abrir lista"
        >
          <Icon name="chevron-down" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner className="z-50" sideOffset={4}>
          <Combobox.Popup className="max-h-72 w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-surface py-1 shadow-pop">
            <Combobox.Status className="px-3 py-1 text-sm text-muted empty:hidden">
              {stale ? "Buscando..." : statusLabel(people)}
            </Combobox.Status>
            <Combobox.List>
              {(person: PersonChoice) => (
                <Combobox.Item
                  key={person.id}
                  value={person}
                  className="flex items-baseline gap-2 px-3 py-1.5 data-highlighted:bg-accent-soft"
                >
                  <span className="truncate">{nameOf(person)}</span>
                  <span className="truncate text-sm text-muted">@{person.username}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/** Until the server has answered, nobody is offered whom the typed text does not mean. */
function matches(person: PersonChoice, text: string): boolean {
  return `${person.fullName} ${person.username}`.toLowerCase().includes(text.toLowerCase());
}

function statusLabel({ data, isError }: { data?: { rows: PersonChoice[]; total: number }; isError: boolean }): string {
  if (isError) return "Não foi possível buscar os funcionários.";
  if (!data) return "Buscando...";
  if (data.total === 0) return "Nenhum funcionário encontrado.";
  return data.total > data.rows.length ? `Mostrando ${data.rows.length} de ${data.total}. Continue digitando.` : "";
}
