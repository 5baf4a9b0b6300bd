import { allOverrideProblems, type Override, type Switches, stated } from "@/screens/war-thunder-bulk/overrides";
import { warThunderLine } from "@/screens/war-thunder-bulk/parse";
import { overridesBody } from "@/shared/creation/account";
import { parseText } from "@/shared/creation/lines";

const ALL = { titles: true, images: true, settings: true };
const { lines } = parseText("piloto01:a\n\nPiloto03:b", warThunderLine);
const own = (override: Override) => new Map([["piloto03", override]]);
const body = (override: Override, switches: Switches, of = lines) =>
  overridesBody(of, own(override), (each) => stated(each, switches));

test("what a line states goes out under its number", () => {
  const override = { title: "Só esta", priceUsd: "9,90", goldenEagles: "7", nations: ["Italy"], imageUrls: ["/a.jpg"] };
  expect(body(override, ALL)).toEqual({
    "3": { title: "Só esta", priceUsd: "9.90", goldenEagles: "7", nations: ["Italy"], imageUrls: ["/a.jpg"] },
  });
});

test("what a switch turns off stays home, and so does what is blank", () => {
  const override = { title: "Só esta", priceUsd: "", goldenEagles: "7", imageUrls: [] };
  expect(body(override, { titles: true, images: true, settings: false })).toEqual({ "3": { title: "Só esta" } });
  expect(body(override, { titles: false, images: true, settings: false })).toEqual({});
});

test("a line that is no longer in the text sends nothing", () => {
  expect(body({ title: "Só esta" }, ALL, lines.slice(0, 1))).toEqual({});
});

test("problems are named by line and field, for what is switched on", () => {
  const override = { title: "ab", priceUsd: "0", goldenEagles: "x", totalVehicles: "5" };
  expect(allOverrideProblems(lines, own(override), ALL)).toEqual({
    "overrides.3.title": "Título deve ter pelo menos 3 caracteres",
    "overrides.3.priceUsd": "Preço deve ser um valor positivo",
    "overrides.3.goldenEagles": "Informe um número inteiro de 0 a 999.999.999",
  });
  expect(allOverrideProblems(lines, own(override), { titles: false, images: false, settings: false })).toEqual({});
});
