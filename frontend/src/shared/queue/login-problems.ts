/** 'Manual form: login min 3, password min 3, price at least 1 ('Preço deve ser maior que 0')'. */
import type { Problems } from "@/lib/use-form";
import { type Account, priceProblem } from "@/shared/queue/account";

const MIN_CREDENTIAL = 3;

export function loginProblems({ login, password, price, email_domain }: Account): Problems {
  return {
    ...(login.trim().length < MIN_CREDENTIAL && { login: `Login deve ter pelo menos ${MIN_CREDENTIAL} caracteres` }),
    ...(password.trim().length < MIN_CREDENTIAL && {
      password: `Senha deve ter pelo menos ${MIN_CREDENTIAL} caracteres`,
    }),
    ...(priceProblem({ price }) && { price: priceProblem({ price }) }),
    ...(email_domain === "" && { email_domain: "Selecione o domínio de email" }),
  };
}
