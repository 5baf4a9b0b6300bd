import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { startFocus } from "@/app/shell/interactions";

const button = (name: string) => screen.getByRole("button", { name });
const content = () => screen.getByRole("main");

/** Longer than it waits for others. */
const settled = () => new Promise((done) => setTimeout(done, 200));

beforeEach(() => {
  document.body.innerHTML = `
    <main tabindex="-1">
      <header><button>novo</button></header>
      <ul>
        <li id="first"><button>editar 1</button></li>
        <li id="second"><button>editar 2</button></li>
        <li id="third"><input aria-label="texto"><button>editar 3</button></li>
      </ul>
    </main>
    <div id="window"><button>fechar</button></div>`;
  startFocus(content());
});

describe("the focus of a control that goes away", () => {
  it("goes to the next one", async () => {
    button("editar 2").focus();
    document.getElementById("second")?.remove();
    await settled();
    expect(button("editar 3")).toHaveFocus();
  });

  it("goes to the one before when there is no next one", async () => {
    button("editar 3").focus();
    document.getElementById("third")?.remove();
    await settled();
    expect(button("editar 2")).toHaveFocus();
  });

  it("goes to what is around when nothing is left beside it", async () => {
    button("editar 1").focus();
    document.querySelector("ul")?.replaceChildren();
    await settled();
    expect(button("novo")).toHaveFocus();
  });

  it("goes to the content when it was the only one", async () => {
    button("editar 1").focus();
    content().replaceChildren();
    await settled();
    expect(content()).toHaveFocus();
  });

  it("stays where somebody else has put it", async () => {
    button("editar 2").focus();
    document.getElementById("second")?.remove();
    button("novo").focus();
    await settled();
    expect(button("novo")).toHaveFocus();
  });
});

it("comes back to the page from a window that is taken away with it", async () => {
  button("editar 1").focus();
  button("fechar").focus();
  document.getElementById("window")?.remove();
  await settled();
  expect(button("editar 1")).toHaveFocus();
});

it.each([
  ["a moment", 0],
  ["longer than others are waited for", 200],
])("comes back to a control of a window that is off for %s", async (_, ms) => {
  button("editar 1").focus();
  // As what is inert under a window.
  for (const covered of [content(), button("editar 1")]) covered.focus = () => undefined;
  const own = button("fechar") as HTMLButtonElement;
  own.focus();
  own.blur(); // as browsers do to what is turned off
  own.disabled = true;
  await new Promise((done) => setTimeout(done, ms));
  own.disabled = false;
  await settled();
  expect(own).toHaveFocus();
});

it("goes to the content from a window that opened by itself", async () => {
  button("fechar").focus();
  document.getElementById("window")?.remove();
  await settled();
  expect(content()).toHaveFocus();
});

it("comes beside the control that opened a window when both are gone", async () => {
  button("editar 1").focus();
  button("fechar").focus();
  document.getElementById("first")?.remove();
  document.getElementById("window")?.remove();
  await settled();
  expect(button("editar 2")).toHaveFocus();
});

it("is left alone when a person pressed beside everything", async () => {
  button("editar 1").focus();
  await userEvent.click(document.body);
  document.getElementById("first")?.remove();
  await settled();
  expect(document.body).toHaveFocus();
});

it("is followed from where it was before this came", async () => {
  document.body.innerHTML = "<main tabindex='-1'><button>antes</button><button>depois</button></main>";
  button("antes").focus();
  startFocus(content());

  button("antes").remove();

  await settled();
  expect(button("depois")).toHaveFocus();
});
