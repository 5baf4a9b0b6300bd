import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startTooltips } from "@/app/shell/interactions";

/** The text in sight, null without a tooltip. jsdom has no popovers and no keyboard's focus, so they are played here. */
let shown: string | null;

beforeEach(() => {
  vi.useFakeTimers();
  shown = null;
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      shown = this.textContent;
    },
    hidePopover() {
      shown = null;
    },
  });
  const matches = Element.prototype.matches;
  vi.spyOn(Element.prototype, "matches").mockImplementation(function (this: Element, selector: string) {
    if (selector === ":popover-open") return shown !== null;
    return selector === ":focus-visible" ? this === document.activeElement : matches.call(this, selector);
  });
  document.documentElement.dataset.sidebar = "expanded";
  document.body.innerHTML = `
    <button data-tooltip="Editar conta">editar</button>
    <button data-tooltip="Excluir conta">excluir</button>
    <a href="/tasks" data-tooltip="Tarefas" data-tooltip-when="collapsed">tarefas</a>
    <p data-tooltip data-tooltip-when="cut">Maria Fernanda</p>
    <p>nada</p>`;
  startTooltips();
});

const hover = (text: string) => fireEvent.pointerOver(screen.getByText(text), { pointerType: "mouse" });

describe("tooltips: 'delay 700 ms, skip delay 300 ms'", () => {
  it("wait 700 ms", () => {
    hover("editar");
    vi.advanceTimersByTime(699);
    expect(shown).toBeNull();
    vi.advanceTimersByTime(1);
    expect(shown).toBe("Editar conta");
  });

  it("stay at their control when its window grows", () => {
    let grow = () => {};
    vi.stubGlobal(
      "ResizeObserver",
      class {
        constructor(grown: () => void) {
          grow = grown;
        }
        observe() {}
        disconnect() {}
      },
    );
    document.body.innerHTML = `<dialog open><button data-tooltip="Fechar">fechar</button></dialog>`;
    startTooltips();
    const top = (px: number) =>
      Object.assign(screen.getByText("fechar"), { getBoundingClientRect: () => new DOMRect(0, px, 30, 30) });
    top(300);
    hover("fechar");
    vi.advanceTimersByTime(700);
    const bubble = document.querySelector<HTMLElement>(".tooltip");
    expect(bubble?.style.top).toBe("336px");
    top(20);
    grow();
    expect(bubble?.style.top).toBe("56px");
    vi.unstubAllGlobals();
  });

  it("come at once within 300 ms of another", () => {
    hover("editar");
    vi.advanceTimersByTime(700);
    hover("nada");
    expect(shown).toBeNull();
    vi.advanceTimersByTime(299);
    hover("excluir");
    vi.advanceTimersByTime(0);
    expect(shown).toBe("Excluir conta");
  });

  it("wait again after that", () => {
    hover("editar");
    vi.advanceTimersByTime(700);
    hover("nada");
    vi.advanceTimersByTime(300);
    hover("excluir");
    vi.advanceTimersByTime(699);
    expect(shown).toBeNull();
  });

  it("go with Escape and when something is pressed", () => {
    hover("editar");
    vi.advanceTimersByTime(700);
    fireEvent.keyDown(document, { key: "Escape" });
    expect(shown).toBeNull();
  });

  it("name the sidebar's entries only while it is collapsed", () => {
    hover("tarefas");
    vi.advanceTimersByTime(700);
    expect(shown).toBeNull();
    hover("nada");
    document.documentElement.dataset.sidebar = "collapsed";
    hover("tarefas");
    vi.advanceTimersByTime(700);
    expect(shown).toBe("Tarefas");
  });

  it("tell a text whole where it is cut, and only there", () => {
    hover("Maria Fernanda");
    vi.advanceTimersByTime(700);
    expect(shown).toBeNull();
    hover("nada");
    Object.defineProperty(screen.getByText("Maria Fernanda"), "scrollWidth", { value: 1 });
    hover("Maria Fernanda");
    vi.advanceTimersByTime(700);
    expect(shown).toBe("Maria Fernanda");
  });

  it("come to what had the focus before they were there", () => {
    screen.getByText("excluir").focus();
    vi.runAllTimers();
    fireEvent.keyDown(document, { key: "Escape" });
    expect(shown).toBeNull();

    startTooltips();
    vi.runAllTimers();

    expect(shown).toBe("Excluir conta");
  });
});
