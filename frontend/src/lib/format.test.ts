import { describe, expect, it } from "vitest";
import * as clock from "@/lib/clock";
import * as format from "@/lib/format";

/** Intl puts a no-break space after the currency. */
const plain = (text: string) => text.replace(/\u00a0/g, " ");

describe("money", () => {
  it.each([
    ["12.50", "R$ 12,50"],
    ["1234.5", "R$ 1.234,50"],
    [0, "R$ 0,00"],
    ["-3.10", "-R$ 3,10"],
  ])("%s reads %s", (amount, text) => {
    expect(plain(format.money(amount))).toBe(text);
  });

  it("knows the marketplace's euros and dollars", () => {
    expect(plain(format.money("10", "EUR"))).toBe("€ 10,00");
    expect(plain(format.money("10", "USD"))).toBe("US$ 10,00");
  });

  it.each([
    ["1.234,50", "1234.50"],
    ["12,5", "12.50"],
    ["12.5", "12.50"],
    ["R$ 10.000,00", "10000.00"],
    ["1.500", "1500.00"],
    ["12.500", "12500.00"],
    ["1.234.567", "1234567.00"],
    ["1.500,00", "1500.00"],
    ["1500", "1500.00"],
    ["1500.00", "1500.00"],
    ["1500,5", "1500.50"],
    ["1.5", "1.50"],
    ["1.50", "1.50"],
    ["0.50", "0.50"],
    ["-1.500", "-1500.00"],
    ["1,500.00", "1500.00"],
    ["1,234,567.89", "1234567.89"],
    ["1,500", null],
    ["0.500", null],
    ["0,001", null],
    ["0.001", null],
    ["1500.000", null],
    ["1.50.0", null],
    ["1.2345,00", null],
    ["abc", null],
    ["", null],
    ["1,2,3", null],
  ])("typed %s is %s", (typed, amount) => {
    expect(format.parseMoney(typed)).toBe(amount);
  });

  it.each([
    ["0,001", true],
    ["0.001", true],
    ["1,500", true],
    ["0", false],
    ["abc", false],
    ["", false],
  ])("of %s says whether its decimal places are the fault: %s", (typed, places) => {
    const said = format.amountRefusal(typed, "O valor deve ser maior que zero");
    expect(said).toBe(places ? "Informe um valor com no máximo duas casas decimais." : "O valor deve ser maior que zero");
  });
});

describe("dates in America/Sao_Paulo", () => {
  it("name a month by its word", () => {
    expect(format.monthYear("2026-11")).toBe("novembro de 2026");
  });

  it("are dd/MM/yyyy, and HH:mm where time is shown", () => {
    expect(format.date("2026-11-20T01:30:00Z")).toBe("19/11/2026");
    expect(format.dateTime("2026-11-20T01:30:00Z")).toBe("19/11/2026 22:30");
  });

  it("a plain day stays that day", () => {
    expect(format.date("2026-12-05")).toBe("05/12/2026");
  });

  it("fall back to 'Data não disponível' and 'Erro na formatação da data'", () => {
    expect(format.date(null)).toBe("Data não disponível");
    expect(format.date("ontem")).toBe("Erro na formatação da data");
  });

  it("today is São Paulo's day", () => {
    expect(format.today(new Date("2026-11-20T01:30:00Z"))).toBe("2026-11-19");
  });
});

describe("last login", () => {
  it.each([
    [null, "Primeiro acesso"],
    ["1970-01-01T00:00:00Z", "Nunca"],
    ["2026-11-19T12:00:00-03:00", "19/11/2026 12:00"],
  ])("%s reads %s", (value, text) => {
    expect(format.lastLogin(value)).toBe(text);
  });
});

describe("relative time", () => {
  const now = Date.parse("2026-11-20T12:00:00-03:00");
  it.each([
    ["2026-11-20T11:59:30-03:00", "há 30 segundos"],
    ["2026-11-20T11:55:00-03:00", "há 5 minutos"],
    ["2026-11-20T09:00:00-03:00", "há 3 horas"],
    ["2026-11-14T12:00:00-03:00", "há 6 dias"],
    ["2026-11-13T12:00:00-03:00", "13/11/2026"],
  ])("%s reads %s", (value, text) => {
    expect(format.relative(value, now)).toBe(text);
  });
});

describe("time left", () => {
  const now = Date.parse("2026-11-20T12:00:00-03:00");
  it.each([
    ["2026-11-20T17:12:00-03:00", "faltam 5 h 12 min"],
    ["2026-11-20T12:00:30-03:00", "faltam 1 min"],
    ["2026-11-20T12:00:00-03:00", "prazo vencido"],
  ])("until %s reads %s", (until, text) => {
    expect(clock.timeLeft(until, now)).toBe(text);
  });
});

describe("greeting: 'Bom dia before 12h, Boa tarde before 18h, else Boa noite'", () => {
  it.each([
    ["00:00", "Bom dia"],
    ["11:59", "Bom dia"],
    ["12:00", "Boa tarde"],
    ["17:59", "Boa tarde"],
    ["18:00", "Boa noite"],
  ])("%s is %s", (time, text) => {
    expect(clock.greeting(new Date(`2026-11-20T${time}:00-03:00`))).toBe(text);
  });
});

describe("small things", () => {
  it("counts down as m:ss", () => {
    expect([900, 61, 9].map(clock.minutesAndSeconds)).toEqual(["15:00", "1:01", "0:09"]);
  });

  it("the avatar's letter comes from the name, the username, or is A", () => {
    expect(format.initial("bruna lima", "x")).toBe("B");
    expect(format.initial("", "carla")).toBe("C");
    expect(format.initial(null, null)).toBe("A");
  });

  it("takes a picture that a name begins with for its first letter, whole", () => {
    expect(format.initial("😀 Ana", "ana")).toBe("😀");
  });

  it("groups thousands with a dot", () => {
    expect(format.integer(1250)).toBe("1.250");
  });
});
