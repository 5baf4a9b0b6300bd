import { useEffect, useRef, useState } from "react";
import { verifySecondPassword } from "@/api/people";
import { SECOND_PASSWORD_ATTEMPTS, SECOND_PASSWORD_LOCK_S } from "@/lib/constants";
import { ApiError } from "@/lib/errors";
import { toast } from "@/lib/toast";
import type { useCountdown } from "@/lib/use-countdown";
import { useForm } from "@/lib/use-form";
import { attemptsRemaining, type Challenge, enter, secondPasswordProblem } from "@/screens/login/sign-in";
import { StepFrame } from "@/screens/login/step-frame";
import { Button } from "@/ui/button";
import { PasswordField } from "@/ui/value-fields";

type SecondPasswordStepProps = {
  /** Whose log-in it is; null after a reload during the lockout, when nothing can be sent anyway. */
  challenge: Challenge | null;
  lock: ReturnType<typeof useCountdown>;
  onBack: () => void;
};

/** Step 2: the second password. */
export function SecondPasswordStep({ challenge, lock, onBack }: SecondPasswordStepProps) {
  const [attempts, setAttempts] = useState(lock.remaining > 0 ? 0 : SECOND_PASSWORD_ATTEMPTS);
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const locked = lock.remaining > 0;

  useEffect(() => input.current?.focus(), []);

  const refuse = (error: unknown) => {
    const text = secondPasswordProblem(error);
    const blocked = error instanceof ApiError && error.status === 423;
    if (blocked) lock.start(error.retryAfter ?? SECOND_PASSWORD_LOCK_S);
    setAttempts(blocked ? 0 : (attemptsRemaining(error) ?? attempts));
    setProblem(text);
    toast.error(text, "Erro na segunda senha");
  };

  const form = useForm({
    initial: { secondPassword: "" },
    validate: ({ secondPassword }) => ({ secondPassword: secondPassword ? undefined : "Segunda senha é obrigatória" }),
    onSubmit: async ({ secondPassword }) => {
      if (!challenge) return;
      setProblem("");
      try {
        enter(await verifySecondPassword(challenge.id, secondPassword), "Login concluído com sucesso!");
      } catch (error) {
        refuse(error);
        form.reset();
      }
    },
  });

  return (
    <StepFrame
      title="Segunda Senha"
      description={challenge ? `Olá, ${challenge.fullName || challenge.username}.` : undefined}
      problem={problem}
      remaining={lock.remaining}
      countdownText="Conta bloqueada."
      onSubmit={form.submit}
      actions={
        <>
          <Button type="submit" variant="primary" busy={form.busy} disabled={form.busy || locked}>
            Confirmar Segunda Senha
          </Button>
          <Button variant="ghost" icon="arrow-left" disabled={form.busy} onClick={onBack}>
            Voltar ao Login
          </Button>
        </>
      }
    >
      <PasswordField
        ref={input}
        label="Segunda Senha"
        hint={`Tentativas restantes: ${attempts}/${SECOND_PASSWORD_ATTEMPTS}`}
        autoComplete="off"
        disabled={locked}
        {...form.field("secondPassword")}
      />
    </StepFrame>
  );
}
