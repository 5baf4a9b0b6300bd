import { fortnite } from "@/screens/fortnite-bulk/screen";
import { valorant } from "@/screens/valorant-bulk/screen";
import { BLANK } from "@/shared/queue/account";
import { FORTNITE, LIMITS, VALORANT } from "@/shared/queue/fixtures";

const TOO_LOW = "Preço deve ser maior que 0";

test.each([
  [fortnite(FORTNITE, LIMITS), "", "Login, senha, preço e domínio de email são obrigatórios."],
  [fortnite(FORTNITE, LIMITS), "0,99", TOO_LOW],
  [fortnite(FORTNITE, LIMITS), "1", ""],
  [valorant(VALORANT, LIMITS), "", TOO_LOW],
  [valorant(VALORANT, LIMITS), "0,99", TOO_LOW],
  [valorant(VALORANT, LIMITS), "1", ""],
])("an account of $slug at '%s' is told: %s", ({ missing }, price, problem) => {
  expect(missing({ ...BLANK, login: "jogador", password: "Exemplo#1", email_domain: "firstmail", price })).toBe(
    problem,
  );
});
