import { useEffect, useState } from "react";
import { mount } from "@/app/mount";
import { wipeCorruptUser } from "@/lib/stored-user";
import { useCountdown } from "@/lib/use-countdown";
import { CredentialsStep } from "@/screens/login/credentials-step";
import { SecondPasswordStep } from "@/screens/login/second-password-step";
import type { Challenge } from "@/screens/login/sign-in";

/** Log-in in one or two steps. Each step has its own lockout, kept over a reload. */
export function LoginScreen() {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  // 'HTTP 423 at step 2 locks for 600 s; at the end the screen returns to step 1.'
  const secondLock = useCountdown("second-password-lock", () => setChallenge(null));

  useEffect(wipeCorruptUser, []);

  const backToLogin = () => {
    secondLock.clear();
    setChallenge(null);
  };

  return challenge || secondLock.remaining > 0 ? (
    <SecondPasswordStep challenge={challenge} lock={secondLock} onBack={backToLogin} />
  ) : (
    <CredentialsStep onChallenge={setChallenge} />
  );
}

mount("login", LoginScreen);
