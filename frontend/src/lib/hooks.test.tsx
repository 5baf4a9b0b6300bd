import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "@/lib/errors";
import { useCountdown } from "@/lib/use-countdown";
import { useForm } from "@/lib/use-form";
import { useSingleFlight } from "@/lib/use-single-flight";
import { useUrlState } from "@/lib/use-url-state";
import { TextField } from "@/ui/fields";

describe("useSingleFlight", () => {
  it("runs once at a time", async () => {
    let finish: () => void = vi.fn();
    const action = vi.fn(() => new Promise<void>((done) => (finish = done)));
    const { result } = renderHook(() => useSingleFlight(action));
    let first: Promise<boolean> = Promise.resolve(false);
    act(() => {
      first = result.current.run();
    });
    expect(result.current.busy).toBe(true);
    expect(await result.current.run()).toBe(false);
    await act(async () => finish());
    expect(await first).toBe(true);
    expect(action).toHaveBeenCalledTimes(1);
    expect(result.current.busy).toBe(false);
  });

  it("hands a refusal over, and swallows a lost connection", async () => {
    const onRefused = vi.fn();
    const refusal = new ApiError(409, "não");
    const errors = [refusal, NetworkError.unreachable()];
    const { result } = renderHook(() => useSingleFlight(() => Promise.reject(errors.shift()), onRefused));
    expect(await act(() => result.current.run())).toBe(false);
    expect(await act(() => result.current.run())).toBe(false);
    expect(onRefused.mock.calls).toEqual([[refusal]]);
  });

  it("throws a fault on", async () => {
    const { result } = renderHook(() => useSingleFlight(() => Promise.reject(new TypeError("x"))));
    await expect(act(() => result.current.run())).rejects.toThrow(TypeError);
  });
});

describe("useForm", () => {
  const setup = (onSubmit: (values: { amount: string }) => Promise<unknown>) =>
    renderHook(() =>
      useForm({
        initial: { amount: "" },
        validate: ({ amount }) => ({ amount: amount ? undefined : "Campo obrigatório" }),
        onSubmit,
      }),
    ).result;

  it("sends nothing while a field has a problem", async () => {
    const onSubmit = vi.fn();
    const form = setup(onSubmit);
    await act(() => form.current.submit());
    expect(form.current.field("amount").error).toBe("Campo obrigatório");
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("forgets a problem when its field changes", async () => {
    const form = setup(vi.fn());
    await act(() => form.current.submit());
    act(() => form.current.set("amount", "5"));
    expect(form.current.field("amount")).toMatchObject({ value: "5", error: undefined });
  });

  it("puts the server's field errors beside their fields", async () => {
    const refusal = new ApiError(400, "x", { errors: { amount: ["O valor máximo é R$ 10.000"] } });
    const form = setup(() => Promise.reject(refusal));
    act(() => form.current.set("amount", "20000"));
    await act(() => form.current.submit());
    expect(form.current.problems).toEqual({ amount: "O valor máximo é R$ 10.000" });
  });

  it("focuses the first wrong field, whether the browser or the server found it", async () => {
    function Form() {
      const form = useForm({
        initial: { name: "", amount: "", reason: "" },
        validate: ({ amount }) => ({ amount: amount ? undefined : "Campo obrigatório" }),
        onSubmit: () => Promise.reject(new ApiError(422, "x", { errors: { reason: ["Motivo curto"] } })),
      });
      return (
        <form onSubmit={form.submit}>
          <TextField label="Nome" {...form.field("name")} />
          <TextField label="Valor" {...form.field("amount")} />
          <TextField label="Motivo" {...form.field("reason")} />
          <button type="submit">Enviar</button>
        </form>
      );
    }
    render(<Form />);
    await userEvent.click(screen.getByRole("button", { name: "Enviar" }));
    expect(screen.getByLabelText("Valor")).toHaveFocus();
    await userEvent.keyboard("5");
    await userEvent.click(screen.getByRole("button", { name: "Enviar" }));
    await waitFor(() => expect(screen.getByLabelText("Motivo")).toHaveFocus());
    expect(screen.getByLabelText("Motivo")).toHaveAccessibleDescription("Motivo curto");
    expect(screen.getByLabelText("Valor")).toHaveValue("5");
  });

  it("a field follows what is saved until it is typed in, and keeps what is typed", () => {
    const { result, rerender } = renderHook((initial) => useForm({ initial, onSubmit: () => Promise.resolve() }), {
      initialProps: { day: "2026-12-01", words: "" },
    });
    rerender({ day: "2026-12-05", words: "" });
    expect(result.current.values).toEqual({ day: "2026-12-05", words: "" });
    expect(result.current.changed).toBe(false);
    act(() => result.current.set("day", "2026-12-20"));
    rerender({ day: "2026-12-09", words: "Mensal" });
    expect(result.current.values).toEqual({ day: "2026-12-20", words: "Mensal" });
    expect(result.current.changed).toBe(true);
    act(() => result.current.reset());
    expect(result.current.values).toEqual({ day: "2026-12-09", words: "Mensal" });
  });

  it("goes back to its first values, or to others", async () => {
    const form = setup(vi.fn());
    act(() => form.current.set("amount", "5"));
    act(() => form.current.reset());
    expect(form.current.values).toEqual({ amount: "" });
    act(() => form.current.reset({ amount: "7" }));
    expect(form.current.values).toEqual({ amount: "7" });
  });
});

describe("useCountdown", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it("counts down, ends once, and forgets", () => {
    const onEnd = vi.fn();
    const { result } = renderHook(() => useCountdown("lock", onEnd));
    expect(result.current.remaining).toBe(0);
    act(() => result.current.start(3));
    expect(result.current.remaining).toBe(3);
    act(() => vi.advanceTimersByTime(2000));
    expect(result.current.remaining).toBe(1);
    act(() => vi.advanceTimersByTime(5000));
    expect(result.current.remaining).toBe(0);
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem("lock")).toBeNull();
  });

  it("goes on after a reload", () => {
    const first = renderHook(() => useCountdown("lock"));
    act(() => first.result.current.start(600));
    first.unmount();
    vi.advanceTimersByTime(100_000);
    expect(renderHook(() => useCountdown("lock")).result.current.remaining).toBe(500);
  });

  it.each(["soon", "0", String(Date.now() - 1000)])("ignores a stored end of %s", (stored) => {
    localStorage.setItem("lock", stored);
    expect(renderHook(() => useCountdown("lock")).result.current.remaining).toBe(0);
  });

  it("can be cleared without ending", () => {
    const onEnd = vi.fn();
    const { result } = renderHook(() => useCountdown("lock", onEnd));
    act(() => result.current.start(600));
    act(() => result.current.clear());
    act(() => vi.advanceTimersByTime(700_000));
    expect(onEnd).not.toHaveBeenCalled();
    expect(localStorage.getItem("lock")).toBeNull();
  });
});

describe("useUrlState", () => {
  it("starts from the address and keeps it there, except for the fallback", () => {
    history.replaceState(null, "", "/profile?aba=logs&x=1");
    const { result } = renderHook(() => useUrlState("aba", "perfil"));
    expect(result.current[0]).toBe("logs");
    act(() => result.current[1]("api"));
    expect(location.search).toBe("?aba=api&x=1");
    act(() => result.current[1]("perfil"));
    expect(location.search).toBe("?x=1");
    expect(result.current[0]).toBe("perfil");
  });
});
