import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "@/api/client";
import { currentUser } from "@/lib/app-context";
import { sessionIsBack } from "@/lib/held-page";
import { useSessionOver } from "@/lib/use-held-page";
import { Alert } from "@/ui/announcement";

const LOOK_MS = 3000;

/** Where a page that holds something typed says that its session is over. It goes on by itself once the same person has
 * signed in again, in another tab of this browser; somebody else gets the page anew. */
export default function SessionNotice() {
  const client = useQueryClient();

  useEffect(() => {
    const look = async () => {
      const person = await readSignedInId();
      if (person === null) return;
      if (person !== currentUser().id) return location.reload();
      sessionIsBack();
      await client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
    };
    const timer = setInterval(look, LOOK_MS);
    addEventListener("focus", look);
    return () => {
      clearInterval(timer);
      removeEventListener("focus", look);
    };
  }, [client]);

  return <SessionAlert />;
}

/** What the notice says, also where a window covers the page; nothing while the session goes on. */
export function SessionAlert() {
  if (!useSessionOver()) return null;
  return (
    <div className="mb-4">
      <Alert tone="warn">
        <p className="font-medium">Sessão expirada. Faça login novamente.</p>
        <p>
          O que você digitou continua aqui.{" "}
          <a className="font-medium text-accent underline" href="/login" target="_blank" rel="noopener">
            Entrar em outra aba
          </a>{" "}
          e esta página continua sozinha.
        </p>
      </Alert>
    </div>
  );
}

/** The id of whoever is signed in; null while nobody is, or while the server cannot say. */
async function readSignedInId(): Promise<number | null> {
  try {
    return (await api.get("/api/auth/me")).id;
  } catch {
    return null;
  }
}
