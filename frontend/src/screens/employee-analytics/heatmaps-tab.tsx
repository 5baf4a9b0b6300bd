import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Icon } from "@/ui/icon";

const VIEWS = [
  { title: "Heatmaps", open: "Abrir Heatmaps", description: "Onde as pessoas clicam e até onde rolam cada página." },
  {
    title: "Recordings",
    open: "Abrir Recordings",
    description: "Gravações de sessões, para rever como uma tela foi usada.",
  },
] as const;

/** 'Heatmaps & Recordings (buttons opening an external heatmap service)': closed until HEATMAP_URL names one.
 * Nothing of ours is sent there. */
export default function HeatmapsTab({ url }: { url: string }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {url === "" && (
        <Alert>
          Nenhum serviço de heatmaps está configurado. Quem administra o servidor define o endereço na variável{" "}
          <code>HEATMAP_URL</code>; até lá os botões ficam desativados.
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {VIEWS.map(({ title, open, description }) => (
          <Card key={title} title={title} description={description}>
            <p className="mb-4 text-muted">
              As telas mostram senhas de contas, por isso esta plataforma não grava cliques nem imagens e não envia nada
              a esse serviço.
            </p>
            {url === "" ? (
              <Button disabled>{open}</Button>
            ) : (
              <a className="btn btn-secondary" href={url} target="_blank" rel="noreferrer">
                <Icon name="external" />
                {open}
              </a>
            )}
          </Card>
        ))}
      </div>
    </div>
  );
}
