import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useState } from "react";
import { api, pathQuery, type Schemas } from "@/api/client";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { useHeldPage } from "@/lib/use-held-page";
import { Alert } from "@/ui/announcement";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card, QueryResult, Skeleton } from "@/ui/card";
import { CopyButton } from "@/ui/copy-button";
import { ConfirmDialog } from "@/ui/dialog";
import { SelectField, TextField } from "@/ui/fields";
import { OptionGroup } from "@/ui/option-group";

/** Where one is told outside of the app; `shownOnce` is answered only when a channel is connected. */
type Channel = Schemas["NotificationsChannelOutput"];
type Offered = Schemas["NotificationsOfferedOutput"];
type Choices = Pick<Channel, "kinds" | "quietFrom" | "quietUntil" | "digestAt">;

const CHANNELS = pathQuery("/api/notifications/channels");
const CHANNEL = "/api/notifications/channels/{kind}";
const ASK_AGAIN_MS = 3000;

const CHANNEL_LABELS = {
  email: {
    title: "E-mail",
    about: "Enviamos um código para confirmar que o endereço é seu.",
    field: { label: "Seu e-mail", type: "email", autoComplete: "email", maxLength: 500 },
    button: "Enviar código",
  },
  telegram: {
    title: "Telegram",
    about: "O bot escreve para você em uma conversa particular.",
    field: null,
    button: "Conectar ao Telegram",
  },
  webhook: {
    title: "Webhook",
    about: "Um POST assinado (Standard Webhooks: HMAC-SHA256 com horário) para um sistema seu.",
    field: { label: "URL do webhook", type: "url", autoComplete: "off", maxLength: 500 },
    button: "Conectar webhook",
  },
};

const CODE = { label: "Código recebido", autoComplete: "one-time-code", maxLength: 40 };

/** Notices outside of the app: each channel off until its person connects it and chooses what is told there. */
export default function NoticesTab() {
  const channels = useQuery({
    ...CHANNELS,
    refetchInterval: ({ state }) =>
      state.data?.channels.some((each) => each.channel === "telegram" && each.awaitsCode) ? ASK_AGAIN_MS : false,
  });
  return (
    <QueryResult
      query={channels}
      failed="Não foi possível carregar os avisos."
      framed
      fallback={<Skeleton className="h-96" />}
    >
      {(found) => (
        <div className="grid gap-5">
          <p className="text-muted">
            O sino sempre mostra tudo. Fora do sistema vai só o que você ligar, com o título e um link: nunca senhas,
            logins ou valores.
          </p>
          {found.channels.map((channel) => (
            <ChannelCard key={channel.channel} channel={channel} offered={found.offered} />
          ))}
        </div>
      )}
    </QueryResult>
  );
}

function ChannelCard({ channel, offered }: { channel: Channel; offered: Offered[] }) {
  const labels = CHANNEL_LABELS[channel.channel];
  const show = useShow();
  const [once, setOnce] = useState("");
  const connecting = useMutation({
    mutationFn: (address: string) => api.post(CHANNEL, { path: { kind: channel.channel }, body: { address } }),
    onSuccess: (next) => {
      setOnce(next.shownOnce);
      show(next);
      if (channel.channel === "email") toast.success("Código enviado. Confira sua caixa de entrada.");
    },
  });
  const confirming = useMutation({
    meta: { done: "E-mail confirmado. Escolha o que receber." },
    mutationFn: (code: string) => api.post("/api/notifications/channels/email/confirm", { body: { code } }),
    onSuccess: show,
  });
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {labels.title} <State channel={channel} />
        </span>
      }
      description={labels.about}
    >
      <div className="grid gap-4">
        {channel.missing && <Alert>{channel.missing}</Alert>}
        {!channel.connected && !channel.missing && (
          <LineForm
            name="address"
            initial={channel.connected ? "" : channel.address}
            field={labels.field}
            variant={channel.awaitsCode ? "secondary" : "primary"}
            button={channel.awaitsCode ? "Pedir outro código" : labels.button}
            send={connecting.mutateAsync}
          />
        )}
        {channel.awaitsCode && channel.channel === "email" && (
          <LineForm name="code" field={CODE} button="Confirmar" send={confirming.mutateAsync} />
        )}
        {channel.awaitsCode && channel.channel === "telegram" && once && (
          <Alert>
            <a className="link" href={once} target="_blank" rel="noopener noreferrer">
              Abra o bot no Telegram
            </a>{" "}
            e toque em Iniciar. Esta tela percebe sozinha; o link vale por 15 minutos.
          </Alert>
        )}
        {channel.connected && channel.channel === "webhook" && once && (
          <Alert tone="warn">
            Guarde o segredo agora, ele não aparece de novo: <code className="break-all">{once}</code>{" "}
            <CopyButton label="Copiar segredo" text={once} />
          </Alert>
        )}
        {channel.connected && <ChoicesForm channel={channel} offered={offered} />}
      </div>
    </Card>
  );
}

function State({ channel }: { channel: Channel }): ReactNode {
  if (channel.connected) return <Badge tone="good">Conectado</Badge>;
  if (channel.missing) return <Badge>Não configurado</Badge>;
  return channel.awaitsCode ? <Badge tone="warn">Aguarda confirmação</Badge> : <Badge>Desligado</Badge>;
}

type LineFormProps = {
  name: string;
  initial?: string;
  /** Left out by a form that is only a button. */
  field: ComponentProps<typeof TextField> | null;
  button: string;
  variant?: "primary" | "secondary";
  send: (text: string) => Promise<unknown>;
};

/** One text and its button. */
function LineForm({ name, initial = "", field, button, variant = "primary", send }: LineFormProps) {
  const form = useForm<Record<string, string>>({
    initial: { [name]: initial },
    onSubmit: (values) => send(values[name]?.trim() ?? ""),
  });
  useHeldPage(form.changed);
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-wrap items-end gap-3">
      {field && (
        <div className="min-w-0 flex-1 basis-64">
          <TextField {...form.field(name)} {...field} />
        </div>
      )}
      <Button type="submit" variant={variant} busy={form.busy}>
        {button}
      </Button>
    </form>
  );
}

const HOURS = [...Array(24).keys()].map((hour) => ({ value: String(hour), label: `${hour}h` }));
const textOf = (hour: number | null) => (hour === null ? "" : String(hour));
const hourOf = (text: string) => (text === "" ? null : Number(text));

function ChoicesForm({ channel, offered }: { channel: Channel; offered: Offered[] }) {
  const path = { kind: channel.channel };
  const show = useShow();
  const [leaving, setLeaving] = useState(false);
  const saving = useMutation({
    meta: { done: "Avisos salvos" },
    mutationFn: (body: Choices) => api.patch(CHANNEL, { path, body }),
    onSuccess: show,
  });
  const testing = useMutation({
    meta: { done: "Mensagem de teste enviada" },
    mutationFn: () => api.post("/api/notifications/channels/{kind}/test", { path }),
  });
  const leave = useMutation({ meta: { invalidates: [CHANNELS] }, mutationFn: () => api.delete(CHANNEL, { path }) });
  const form = useForm({
    initial: {
      kinds: channel.kinds as string[],
      quietFrom: textOf(channel.quietFrom),
      quietUntil: textOf(channel.quietUntil),
      digestAt: textOf(channel.digestAt),
    },
    validate: ({ quietFrom, quietUntil }) => ({
      quietUntil: (quietFrom === "") === (quietUntil === "") ? undefined : "Escolha o início e o fim.",
    }),
    onSubmit: (values) =>
      saving.mutateAsync({
        kinds: values.kinds as Choices["kinds"],
        quietFrom: hourOf(values.quietFrom),
        quietUntil: hourOf(values.quietUntil),
        digestAt: hourOf(values.digestAt),
      }),
  });
  useHeldPage(form.changed);
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      {channel.channel !== "telegram" && <p className="break-all font-medium">{channel.address}</p>}
      <OptionGroup
        label="O que receber"
        hint={form.values.kinds.length === 0 ? "Nada ligado ainda: marque o que quer receber e salve." : ""}
        options={offered.map(({ kind }) => kind)}
        labelOf={(option) => offered.find(({ kind }) => kind === option)?.text}
        value={form.values.kinds}
        onChange={(kinds) => form.set("kinds", kinds)}
        className="gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-3"
      />
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <SelectField {...form.field("quietFrom")} label="Silêncio das" placeholder="Sem silêncio" options={HOURS} />
        <SelectField
          {...form.field("quietUntil")}
          label="Até as"
          hint="O que chegar no silêncio espera o fim dele."
          placeholder="Sem silêncio"
          options={HOURS}
        />
        <SelectField
          {...form.field("digestAt")}
          label="Quando enviar"
          placeholder="Na hora"
          options={HOURS.map(({ value, label }) => ({ value, label: `Um resumo por dia, às ${label}` }))}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button className="mr-auto" onClick={() => setLeaving(true)}>
          Desconectar
        </Button>
        <Button busy={testing.isPending} onClick={() => testing.mutate()}>
          Enviar teste
        </Button>
        <Button type="submit" variant="primary" busy={form.busy} disabled={!form.changed}>
          Salvar
        </Button>
      </div>
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        title={`Desconectar ${CHANNEL_LABELS[channel.channel].title}?`}
        description="O endereço e as escolhas são apagados, e o que esperava envio não sai mais. O sino continua igual."
        confirmLabel="Desconectar"
        destructive
        onConfirm={() => leave.mutateAsync()}
      />
    </form>
  );
}

/** Puts a channel that was changed in place of the one that was shown. */
function useShow() {
  const client = useQueryClient();
  return (next: Channel) =>
    client.setQueryData(
      CHANNELS.queryKey,
      (found) =>
        found && {
          ...found,
          channels: found.channels.map((each) => (each.channel === next.channel ? { ...next, shownOnce: "" } : each)),
        },
    );
}
