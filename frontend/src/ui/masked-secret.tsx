import { useState } from "react";
import { useSingleFlight } from "@/lib/use-single-flight";
import { IconButton } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Masked } from "@/ui/masked";

type MaskedSecretProps = {
  /** What it is, for the buttons' names: 'senha'. */
  label: string;
  /** The masked form: '••••1234'. */
  masked: string;
  /** Fetches the secret; the server writes down who asked. Left out when this person may not read it. */
  reveal?: () => Promise<string>;
};

/** A credential, masked until asked for. */
export function MaskedSecret({ label, masked, reveal }: MaskedSecretProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const { run, busy } = useSingleFlight(async () => setSecret((await reveal?.()) ?? null));
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <code className="truncate font-mono text-sm">{secret ?? <Masked text={masked} />}</code>
      {reveal && secret === null && (
        <IconButton icon="eye" size="sm" label={`Mostrar ${label}`} busy={busy} onClick={run} />
      )}
      {secret !== null && (
        <>
          <CopyButton label={`Copiar ${label}`} text={secret} />
          <IconButton icon="eye-off" size="sm" label={`Ocultar ${label}`} onClick={() => setSecret(null)} />
        </>
      )}
    </span>
  );
}
