import { type FormEvent, useState } from "react";
import { Button } from "@/ui/button";
import { SearchInput } from "@/ui/search-input";

type LoginSearchProps = { value: string; onSearch: (login: string) => void };

/** Looks a whole login up, on request: every look-up is a call to the marketplace. */
export function LoginSearch({ value, onSearch }: LoginSearchProps) {
  const [typed, setTyped] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  const clear = () => {
    setTyped("");
    onSearch("");
  };
  return (
    <form className="flex gap-2 border-line border-b px-4 py-3" onSubmit={submit}>
      <SearchInput
        label="Login da conta"
        className="sm:max-w-80"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" aria-label="Buscar conta">
        Buscar
      </Button>
      {value !== "" && (
        <Button variant="ghost" onClick={clear}>
          Limpar
        </Button>
      )}
    </form>
  );
}
