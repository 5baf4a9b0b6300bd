import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/lib/toast";
import { loginQuery } from "@/screens/gameboost/account";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";

type DoubtProps = { login: string; onFound: () => void; onAbsent: () => void };

/** The answer to a creation did not come: look before anything is sent again. */
export function Doubt({ login, onFound, onAbsent }: DoubtProps) {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => client.fetchQuery({ ...loginQuery(login), staleTime: 0 }),
    onSuccess: ({ data }) => {
      if (data.length > 0) return onFound();
      toast.info(`Não existe conta com o login ${login}. Você pode tentar de novo.`);
      onAbsent();
    },
  });
  return (
    <Alert tone="warn">
      <p className="font-medium">Não se sabe se a conta foi criada: a resposta não chegou.</p>
      <p>Antes de enviar outra vez, veja se o login {login} já está no GameBoost.</p>
      <Button size="sm" className="mt-2" icon="search" busy={check.isPending} onClick={() => check.mutate()}>
        Verificar pelo login
      </Button>
    </Alert>
  );
}
