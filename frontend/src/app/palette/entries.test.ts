import { describe, expect, it } from "vitest";
import { foldAccents, search } from "@/app/palette/entries";

const ENTRIES = [
  { label: "Minhas Tarefas", section: "Páginas" },
  { label: "Configurações", section: "Administração" },
  { label: "Perfil: Config. Upload", section: "Perfil", keywords: "descricao" },
  { label: "Nova tarefa", section: "Ações", keywords: "criar" },
  { label: "Sair", section: "Ações", keywords: "logout encerrar sessao" },
];

const found = (typed: string) => search(ENTRIES, typed).map(({ label }) => label);

describe("search", () => {
  it("shows everything in its order when nothing is typed", () => {
    expect(found("  ")).toEqual(ENTRIES.map(({ label }) => label));
  });

  it.each([
    ["configuracao", []],
    ["configuracoes", ["Configurações"]],
    ["CONFIGURAÇÕES", ["Configurações"]],
    ["config", ["Configurações", "Perfil: Config. Upload"]],
    ["tarefa", ["Minhas Tarefas", "Nova tarefa"]],
    ["nova", ["Nova tarefa"]],
    ["tarefa nova", ["Nova tarefa"]],
    ["logout", ["Sair"]],
    ["sessão", ["Sair"]],
    ["acoes sair", ["Sair"]],
    ["upload perfil", ["Perfil: Config. Upload"]],
    ["figura", ["Configurações"]],
    ["sair tarefa", []],
    ["zzz", []],
  ])("%j finds %j", (typed, labels) => {
    expect(found(typed)).toEqual(labels);
  });

  it("puts a label that begins so before one that only contains it", () => {
    const entries = [
      { label: "Abrir perfil", section: "" },
      { label: "Imperfil", section: "" },
      { label: "Perfil", section: "" },
    ];
    expect(search(entries, "perfil").map(({ label }) => label)).toEqual(["Perfil", "Abrir perfil", "Imperfil"]);
  });
});

describe("fold", () => {
  it("takes accents and case away", () => {
    expect(foldAccents("Análise Comportamental, Ações")).toBe("analise comportamental, acoes");
  });
});
