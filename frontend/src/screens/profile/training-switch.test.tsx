import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { chooseTraining } from "@/app/shell/training";
import { TrainingSwitch } from "@/screens/profile/api-tab";
import { ANA, renderScreen } from "../../../test/render";
import { server } from "../../../test/server";

const reload = vi.fn();
let sent: unknown[];

beforeEach(() => {
  sent = [];
  reload.mockClear();
  vi.stubGlobal("location", { ...location, reload });
  server.use(
    http.post("/api/training", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ available: true, active: true });
    }),
  );
});

function page(training: { available: boolean; active: boolean }, html = ""): void {
  const context = JSON.stringify({ user: ANA, unreadCount: 0, training });
  document.body.innerHTML = `<script type="application/json" id="app-context">${context}</script>${html}`;
}

it("goes into training and reads the page again, which then says so", async () => {
  page({ available: true, active: false });
  renderScreen(<TrainingSwitch />);
  const control = screen.getByRole("switch", { name: /^Ensaio/ });
  expect(control).not.toBeChecked();
  expect(control).toHaveAccessibleDescription(/nada é publicado e nenhum ganho é creditado/);
  await userEvent.click(control);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ active: true }]);
  // Which is what the other tabs hear.
  expect(localStorage.getItem("training")).not.toBeNull();
});

it("is not there where there is nothing to practise in", () => {
  page({ available: false, active: false });
  renderScreen(<TrainingSwitch />);
  expect(screen.queryByRole("switch")).toBeNull();
});

it("is left by the banner's button", async () => {
  page({ available: true, active: true }, '<button type="button" data-training="off">Encerrar ensaio</button>');
  await chooseTraining(screen.getByRole<HTMLButtonElement>("button", { name: "Encerrar ensaio" }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ active: false }]);
});

it("stays where it is when the server refuses, and says why", async () => {
  const text = "O ensaio não está disponível nesta instalação.";
  server.use(http.post("/api/training", () => HttpResponse.json({ message: text }, { status: 400 })));
  page({ available: true, active: false }, '<button data-training="on">Treinar (ensaio)</button><div id="toasts"></div>');
  await chooseTraining(screen.getByRole<HTMLButtonElement>("button", { name: "Treinar (ensaio)" }));
  await waitFor(() => expect(document.querySelector(".toast")).toHaveTextContent(text));
  expect(reload).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Treinar (ensaio)" })).toBeEnabled();
});
