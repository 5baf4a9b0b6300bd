import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ErrorBoundary } from "@/app/mount";
import { type DialogOpening, fetchAhead, lazy, useOpening } from "@/lib/lazy";
import { eventually } from "../../test/eventually";

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1000 }));
afterEach(() => void vi.useRealTimers());

const PART = { default: () => <p>Parte</p> };

function open(load: () => Promise<typeof PART>) {
  const Part = lazy(load);
  render(
    <ErrorBoundary>
      <input aria-label="Texto" defaultValue="digitado" />
      <Suspense fallback="esperando">
        <Part />
      </Suspense>
    </ErrorBoundary>,
  );
}

it("reports a part that did not load, asks for it again, and keeps the screen", async () => {
  const load = vi.fn(async () => PART).mockRejectedValueOnce(new TypeError("module"));
  open(load);

  expect(await screen.findByText("Parte")).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
  expect(screen.getByLabelText("Texto")).toHaveValue("digitado");
  expect(document.getElementById("toasts")).toHaveTextContent(
    "ErroErro de conexão com o servidor. Verifique sua internet e tente novamente.",
  );
});

it("gives a part up after a minute", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const load = vi.fn(() => Promise.reject(new TypeError("module")));
  open(load);
  await act(() => vi.advanceTimersByTimeAsync(60_000));

  expect(screen.getByRole("note")).toHaveTextContent("Algo deu errado nesta tela.Erro de conexão");
  expect(load).toHaveBeenCalledTimes(21);
});

it("goes on without a part that did not preload, and loads it when asked for", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const fault = new TypeError("module");
  const load = vi.fn(async () => PART).mockRejectedValueOnce(fault);
  fetchAhead(load);
  await eventually(() => expect(warn).toHaveBeenCalledExactlyOnceWith(fault));
  open(load);

  expect(await screen.findByText("Parte")).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

it("a window closes after one that comes later on the page was opened before it", async () => {
  const named = (name: string) =>
    lazy(async () => ({
      default: ({ open, onClose }: DialogOpening) =>
        open ? (
          <button type="button" onClick={onClose}>
            Fechar {name}
          </button>
        ) : null,
    }));
  const [First, Second] = [named("primeira"), named("segunda")];
  function Screen() {
    const [first, second] = [useOpening<null>(), useOpening<null>()];
    return (
      <div>
        <button type="button" onClick={() => first.show(null)}>
          Primeira
        </button>
        <button type="button" onClick={() => second.show(null)}>
          Segunda
        </button>
        {first.dialog(First, () => ({}))}
        {second.dialog(Second, () => ({}))}
      </div>
    );
  }
  render(<Screen />);
  for (const name of ["segunda", "primeira"]) {
    act(() => screen.getByRole("button", { name: new RegExp(`^${name}$`, "i") }).click());
    const close = await screen.findByRole("button", { name: `Fechar ${name}` });
    act(() => close.click());
    expect(screen.queryByRole("button", { name: `Fechar ${name}` })).toBeNull();
  }
});
