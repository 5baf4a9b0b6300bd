/** 'password at least 6', under the name of its field. */
export function passwordProblem<N extends string>(field: N, typed: string): Partial<Record<N, string>> {
  if (typed.length >= 6) return {};
  return { [field]: "Senha deve ter pelo menos 6 caracteres" } as Record<N, string>;
}
