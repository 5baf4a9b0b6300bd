/** The two calls of the log-in, and what their refusals say. */
import type { Schemas } from "@/api/client";
import type { SessionUser } from "@/lib/app-context";
import { LOGIN_ATTEMPTS } from "@/lib/constants";
import { ApiError, messageOf } from "@/lib/errors";
import { leaveFor } from "@/lib/navigate";
import { storeUser } from "@/lib/stored-user";
import { toast } from "@/lib/toast";

export type Challenge = Schemas["AccountsSecondStepOutput"];

export function isChallenge(answer: SessionUser | Challenge): answer is Challenge {
  return "requiresSecondPassword" in answer && answer.requiresSecondPassword === true;
}

/** 'success stores user locally and goes to /'; the greeting is shown there. */
export function enter(user: SessionUser, title: string): void {
  storeUser(user);
  toast.afterNavigation("success", `Bem-vindo, ${user.fullName || user.username}!`, title);
  leaveFor("/");
}

/** `failures` counts the wrong passwords so far, this one included. */
export function loginProblem(error: unknown, failures: number): string {
  if (!(error instanceof ApiError)) return messageOf(error);
  if (error.status === 429) return "Muitas tentativas de login. Aguarde 15 minutos antes de tentar novamente.";
  if (error.status !== 401) return error.serverMessage ?? "Erro ao fazer login";
  const left = LOGIN_ATTEMPTS - failures;
  return left > 0
    ? `Usuário ou senha inválidos. ${left} tentativa(s) restante(s).`
    : "Usuário ou senha inválidos. Máximo de tentativas atingido.";
}

export function secondPasswordProblem(error: unknown): string {
  if (!(error instanceof ApiError)) return messageOf(error);
  if (error.status === 423) {
    return "Conta bloqueada por 10 minutos devido a múltiplas tentativas incorretas da segunda senha.";
  }
  if (error.status !== 401) return error.serverMessage ?? "Erro ao verificar segunda senha";
  const left = attemptsRemaining(error);
  return left === null ? "Segunda senha incorreta." : `Segunda senha incorreta. ${left} tentativa(s) restante(s).`;
}

/** `attemptsRemaining` of a refusal, null when it doesn't say. */
export function attemptsRemaining(error: unknown): number | null {
  const data = error instanceof ApiError ? (error.data as { attemptsRemaining?: unknown } | null) : null;
  return typeof data?.attemptsRemaining === "number" ? data.attemptsRemaining : null;
}
