import { asData, asForm, type DataField, dataProblems, parseCount } from "@/shared/queue/account";

const FIELDS: DataField[] = [
  { kind: "count", name: "skins", label: "Skins", minimum: 0, error: "Skins deve ser pelo menos 0" },
  {
    kind: "count",
    name: "account_level",
    label: "Nível da conta",
    minimum: 1,
    error: "Nível da conta deve ser pelo menos 1",
  },
  { kind: "percent", name: "winrate", label: "Taxa de vitórias" },
  { kind: "choice", name: "division", label: "Divisão", numeric: true, options: [{ value: "2", label: "2" }] },
  { kind: "flag", name: "has_2fa", label: "Verificação em duas etapas" },
  { kind: "several", name: "platforms", label: "Plataformas", options: ["PC", "PSN"] },
  { kind: "names", name: "agents", label: "Agentes" },
  { kind: "seasons", name: "seasons_played", label: "Temporadas" },
];

test("data becomes a form and the form the same data", () => {
  const data = {
    skins: 1250,
    account_level: 210,
    winrate: 52.5,
    division: 2,
    has_2fa: false,
    platforms: ["PC"],
    agents: ["Jett", "KAY/O"],
    seasons_played: [4, 5],
  };
  const form = asForm(FIELDS, data);
  expect(form).toMatchObject({ winrate: "52,5", has_2fa: "false", agents: "Jett, KAY/O", seasons_played: "4, 5" });
  expect(asData(FIELDS, form)).toEqual(data);
});

test("what the form leaves blank is absent, 'not zero and not a default'", () => {
  expect(asData(FIELDS, asForm(FIELDS, {}))).toEqual({});
});

test("counts are read as people write them", () => {
  expect(["1.250", "1250", "12.345.678", "0"].map(parseCount)).toEqual([1250, 1250, 12_345_678, 0]);
  expect(["1,5", "-1", "12.5", "muitas", ""].map(parseCount)).toEqual([null, null, null, null, null]);
});

test("each count has its own text, and a blank one has none", () => {
  expect(dataProblems(FIELDS, { skins: "-1", account_level: "0", winrate: "120" })).toEqual({
    skins: "Skins deve ser pelo menos 0",
    account_level: "Nível da conta deve ser pelo menos 1",
    winrate: "Informe um percentual de 0 a 100",
  });
  expect(dataProblems(FIELDS, {})).toEqual({});
});
