import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { api, type Schemas } from "@/api/client";
import { mount } from "@/app/mount";
import { type SessionUser, storeUser, wipeCorruptUser } from "@/lib/app-context";
import { minutesAndSeconds } from "@/lib/clock";
import { ApiError, messageOf } from "@/lib/errors";
import { leaveFor } from "@/lib/navigate";
import { toast } from "@/lib/toast";
import { useCountdown } from "@/lib/use-countdown";
import { useForm } from "@/lib/use-form";
import { Alert } from "@/ui/announcement";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/fields";
import { PasswordField } from "@/ui/password-input";

/** The server's limit of a step: attempts until a lock of `seconds`, which `text` announces. */
type Lockout = { attempts: number; seconds: number; text: string };

/** Step 1: username and password. */
function CredentialsStep({ lockout, onChallenge }: { lockout: Lockout; onChallenge: (challenge: Challenge) => void }) {
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
    const text = loginProblem(error, count, lockout);
    if (error instanceof ApiError && status === 429) lock.start(error.retryAfter ?? lockout.seconds);
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
        const answer = await api.post("/api/auth/login", { body: { username: username.trim(), password } });
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
      problem={locked ? lockout.text : problem}
      remaining={lock.remaining}
      onSubmit={form.submit}
      actions={
        <Button type="submit" variant="primary" busy={form.busy} disabled={locked}>
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

type SecondPasswordStepProps = {
  /** Whose log-in it is; null after a reload during the lockout, when nothing can be sent anyway. */
  challenge: Challenge | null;
  lockout: Lockout;
  lock: ReturnType<typeof useCountdown>;
  onBack: () => void;
};

/** Step 2: the second password. */
function SecondPasswordStep({ challenge, lockout, lock, onBack }: SecondPasswordStepProps) {
  const [attempts, setAttempts] = useState(lock.remaining > 0 ? 0 : lockout.attempts);
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const locked = lock.remaining > 0;

  useEffect(() => input.current?.focus(), []);

  const refuse = (error: unknown) => {
    const text = secondPasswordProblem(error, lockout);
    const blocked = error instanceof ApiError && error.status === 423;
    if (blocked) lock.start(error.retryAfter ?? lockout.seconds);
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
        const body = { userId: challenge.id, secondPassword };
        enter(await api.post("/api/auth/verify-second-password", { body }), "Login concluído com sucesso!");
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
          <Button type="submit" variant="primary" busy={form.busy} disabled={locked}>
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
        hint={`Tentativas restantes: ${attempts}/${lockout.attempts}`}
        autoComplete="off"
        disabled={locked}
        {...form.field("secondPassword")}
      />
    </StepFrame>
  );
}

type StepFrameProps = {
  title: string;
  description?: string;
  /** The last refusal. */
  problem: string;
  /** Seconds until the lockout ends, 0 without one. */
  remaining: number;
  countdownText?: string;
  onSubmit: (event: FormEvent) => void;
  actions: ReactNode;
  children: ReactNode;
};

/** What both steps look like: title, refusal and countdown, fields, buttons. */
function StepFrame(props: StepFrameProps) {
  const { title, description, problem, remaining, countdownText, onSubmit, actions, children } = props;
  return (
    <form className="grid gap-5" onSubmit={onSubmit} noValidate>
      <header>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {description && <p className="mt-0.5 text-muted">{description}</p>}
      </header>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {/* Outside of whatever is announced: inside, every second would be. */}
      {remaining > 0 && (
        <p role="timer" className="tabular-nums">
          {countdownText} Tempo restante: {minutesAndSeconds(remaining)}
        </p>
      )}
      <div className="grid gap-4">{children}</div>
      <div className="grid gap-2">{actions}</div>
    </form>
  );
}

type Challenge = Schemas["AccountsSecondStepOutput"];

function isChallenge(answer: SessionUser | Challenge): answer is Challenge {
  return "requiresSecondPassword" in answer && answer.requiresSecondPassword === true;
}

/** 'success stores user locally and goes to /'; the greeting is shown there. */
function enter(user: SessionUser, title: string): void {
  storeUser(user);
  toast.afterNavigation("success", `Bem-vindo, ${user.fullName || user.username}!`, title);
  leaveFor("/");
}

/** `failures` counts the wrong passwords so far, this one included. The server also knows those of before a reload, and
 * counts each user name by itself. */
function loginProblem(error: unknown, failures: number, lockout: Lockout): string {
  if (!(error instanceof ApiError)) return messageOf(error);
  if (error.status === 429) return lockout.text;
  if (error.status !== 401) return error.serverMessage ?? "Erro ao fazer login";
  const left = attemptsRemaining(error) ?? lockout.attempts - failures;
  return left > 0
    ? `Usuário ou senha inválidos. ${left} tentativa(s) restante(s).`
    : "Usuário ou senha inválidos. Máximo de tentativas atingido.";
}

function secondPasswordProblem(error: unknown, lockout: Lockout): string {
  if (!(error instanceof ApiError)) return messageOf(error);
  if (error.status === 423) return lockout.text;
  if (error.status !== 401) return error.serverMessage ?? "Erro ao verificar segunda senha";
  const left = attemptsRemaining(error);
  return left === null ? "Segunda senha incorreta." : `Segunda senha incorreta. ${left} tentativa(s) restante(s).`;
}

/** `attemptsRemaining` of a refusal, null when it doesn't say. */
function attemptsRemaining(error: unknown): number | null {
  const data = error instanceof ApiError ? (error.data as { attemptsRemaining?: unknown } | null) : null;
  return typeof data?.attemptsRemaining === "number" ? data.attemptsRemaining : null;
}

/** Log-in in one or two steps. Each step has its own lockout, kept over a reload. */
export function LoginScreen({ first, second }: { first: Lockout; second: Lockout }) {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  // When the lock of the second password ends, the first step is shown again.
  const secondLock = useCountdown("second-password-lock", () => setChallenge(null));

  useEffect(wipeCorruptUser, []);

  const backToLogin = () => {
    secondLock.clear();
    setChallenge(null);
  };

  return challenge || secondLock.remaining > 0 ? (
    <SecondPasswordStep challenge={challenge} lockout={second} lock={secondLock} onBack={backToLogin} />
  ) : (
    <CredentialsStep lockout={first} onChallenge={setChallenge} />
  );
}

mount("login", LoginScreen);
