import { useState } from "react";
import { logIn } from "@/api/people";
import { LOGIN_LOCK_S } from "@/lib/constants";
import { ApiError } from "@/lib/errors";
import { toast } from "@/lib/toast";
import { useCountdown } from "@/lib/use-countdown";
import { useForm } from "@/lib/use-form";
import { type Challenge, enter, isChallenge, loginProblem } from "@/screens/login/sign-in";
import { StepFrame } from "@/screens/login/step-frame";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/fields";
import { PasswordField } from "@/ui/value-fields";

const LOCKED = "Muitas tentativas de login. Aguarde 15 minutos antes de tentar novamente.";

/** Step 1: username and password. */
export function CredentialsStep({ onChallenge }: { onChallenge: (challenge: Challenge) => void }) {
  const [failures, setFailures] = useState(0);
  const [problem, setProblem] = useState("");
  const lock = useCountdown("login-lock", () => {
    setFailures(0);
    setProblem("");
  });
  const locked = lock.remaining > 0;

  const refuse = (error: unknown) => {
    const status = error instanceof ApiError ? error.status : 0;
    const count = status === 401 ? failures + 1 : failures;
    const text = loginProblem(error, count);
    if (error instanceof ApiError && status === 429) lock.start(error.retryAfter ?? LOGIN_LOCK_S);
    setFailures(count);
    setProblem(text);
    toast.error(text, "Erro no login");
  };

  const form = useForm({
    initial: { username: "", password: "" },
    validate: ({ username, password }) => ({
      username: username.trim() ? undefined : "Nome de usuário é obrigatório",
      password: password ? undefined : "Senha é obrigatória",
    }),
    onSubmit: async ({ username, password }) => {
      setProblem("");
      try {
        const answer = await logIn(username.trim(), password);
        if (!isChallenge(answer)) return enter(answer, "Login realizado com sucesso!");
        toast.success("Digite sua segunda senha para completar o login.", "Primeira etapa concluída!");
        onChallenge(answer);
      } catch (error) {
        refuse(error);
      }
    },
  });

  return (
    <StepFrame
      title="Entrar"
      problem={locked ? LOCKED : problem}
      remaining={lock.remaining}
      onSubmit={form.submit}
      actions={
        <Button type="submit" variant="primary" busy={form.busy} disabled={form.busy || locked}>
          Entrar
        </Button>
      }
    >
      <TextField
        label="Nome de Usuário"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        disabled={locked}
        {...form.field("username")}
      />
      <PasswordField label="Senha" autoComplete="current-password" disabled={locked} {...form.field("password")} />
    </StepFrame>
  );
}
