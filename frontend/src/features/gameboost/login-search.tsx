import { type FormEvent, useState } from "react";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";

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
      <div className="relative min-w-0 flex-1 sm:max-w-80">
        <Icon name="search" className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
        <input
          type="search"
          className="control pl-9"
          aria-label="Login da conta"
          placeholder="Login da conta"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
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
