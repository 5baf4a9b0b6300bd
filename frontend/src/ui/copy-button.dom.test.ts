import { copy } from "@/ui/copy-button";
import { spoken } from "../../test/spoken";

function clipboard(writeText: (() => Promise<void>) | undefined) {
  vi.stubGlobal("navigator", { clipboard: writeText && { writeText } });
}

afterEach(() => vi.unstubAllGlobals());

test("says that it was copied", async () => {
  clipboard(() => Promise.resolve());
  await copy("abc");
  expect(spoken()).toEqual(["Sucesso. Copiado para a área de transferência."]);
});

test.each([
  ["on plain http, where there is none", undefined],
  ["when it is forbidden", () => Promise.reject(new Error())],
])("says what to do instead %s", async (_when, writeText) => {
  clipboard(writeText);
  await copy("abc");
  expect(document.getElementById("toasts")).toHaveTextContent("O navegador não permitiu copiar.");
});
