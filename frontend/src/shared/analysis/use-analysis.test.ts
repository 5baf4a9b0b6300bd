import { pieces, splitLabel } from "@/shared/analysis/use-analysis";

const origin = (field: string, text: string, line: number) => ({ field, value: text, text, line });

describe("pieces", () => {
  it("cuts lines where values come from, and joined they are the text", () => {
    const text = "Valorant BR | Nv. 84\r\nElo: Ouro 2\nsem nada";
    const cut = pieces(text, [
      origin("server", "BR", 1),
      origin("level", "Nv. 84", 1),
      origin("current_tier", "Elo: Ouro 2", 2),
    ]);
    expect(cut[0]).toEqual([
      { text: "Valorant ", fields: [] },
      { text: "BR", fields: ["server"] },
      { text: " | ", fields: [] },
      { text: "Nv. 84", fields: ["level"] },
    ]);
    expect(cut[2]).toEqual([{ text: "sem nada", fields: [] }]);
    expect(cut.map((line) => line.map((piece) => piece.text).join(""))).toEqual(text.split(/\r?\n/));
  });

  it("makes one piece of those that overlap", () => {
    const [line] = pieces("Elo: Ouro 2", [
      origin("current_tier", "Elo: Ouro 2", 1),
      origin("current_division", "Elo: Ouro 2", 1),
    ]);
    expect(line).toEqual([{ text: "Elo: Ouro 2", fields: ["current_tier", "current_division"] }]);
  });

  it.each(["Skins: 73", ""])("takes the whole line where the piece is %j, not as it stands there", (piece) => {
    const [line] = pieces("Sk\u200bins: 73", [origin("skins", piece, 1)]);
    expect(line).toEqual([{ text: "Sk\u200bins: 73", fields: ["skins"] }]);
  });
});

test.each([
  ["Trajes épicos: 57", "Trajes épicos", "57"],
  ["• Visuais = 1.250", "Visuais", "1.250"],
  ["🎮 Fantasias - 14", "Fantasias", "14"],
  ["14 fantasias raras", "fantasias raras", "14"],
  ["só uma frase", "só uma frase", ""],
])("the label of %j is %j", (text, label, value) => {
  expect(splitLabel(text)).toEqual({ label, value });
});
