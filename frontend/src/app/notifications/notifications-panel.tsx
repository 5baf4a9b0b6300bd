import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type MouseEvent, useRef, useState } from "react";
import { api, listQuery, type Schemas } from "@/api/client";
import { renderIn } from "@/app/mount";
import { queryClient } from "@/app/query-client";
import { dateTime, plural, relative } from "@/lib/format";
import { leaveFor } from "@/lib/navigate";
import { useAnnounce } from "@/ui/announcement";
import { Button, IconButton } from "@/ui/button";
import { EmptyState, QueryResult, Skeleton } from "@/ui/card";
import { Pagination } from "@/ui/table";

type Notification = Schemas["NotificationsNotificationOutput"];

const MESSAGES = ["notifications"] as const;
const PAGE = 10;
const PATIENCE_MS = 1000;

/** The bell's list: newest first, a page at a time. `onRead` counts its badge anew. */
export function NotificationsPanel({ onRead }: { onRead: () => void }) {
  const [offset, setOffset] = useState(0);
  const page = listQuery("/api/notifications", { query: { limit: PAGE, offset } });
  const list = useQuery({ ...page, placeholderData: keepPreviousData });
  const one = useMutation({
    meta: { silent: true, invalidates: MESSAGES },
    // Outlives the page, since reading a message often leads to another one.
    mutationFn: (id: number) =>
      api.post("/api/notifications/{notification_id}/read", { path: { notification_id: id }, keepalive: true }),
    onSuccess: onRead,
  });
  const all = useMutation({
    meta: { invalidates: MESSAGES },
    mutationFn: () => api.post("/api/notifications/read-all"),
    onSuccess: onRead,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const removeOne = useMutation({
    meta: { invalidates: MESSAGES },
    mutationFn: (id: number) => api.delete("/api/notifications/{notification_id}", { path: { notification_id: id } }),
    onSuccess: () => {
      // The button that was pressed goes with its message.
      heading.current?.focus();
      onRead();
    },
  });
  const remove = useMutation({
    meta: { invalidates: MESSAGES },
    mutationFn: () => api.delete("/api/notifications/read"),
    onSuccess: () => {
      setOffset(0);
      onRead();
    },
  });
  const total = list.data?.total ?? 0;
  useAnnounce(list.data ? plural(total, "notificação no total", "notificações no total") : "", { atOnce: true });
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 border-line border-b py-2 pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="mr-auto font-semibold">
          Notificações
        </h2>
        {total > 0 && (
          <>
            <Button variant="ghost" size="sm" busy={all.isPending} onClick={() => all.mutate()}>
              Marcar todas como lidas
            </Button>
            <Button variant="ghost" size="sm" busy={remove.isPending} onClick={() => remove.mutate()}>
              Excluir lidas
            </Button>
          </>
        )}
      </div>
      <QueryResult query={list} fallback={<Placeholder />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon="bell" title="Nenhuma notificação" description="O que for novo aparece aqui." />
          ) : (
            <ul key={offset} className="max-h-[min(24rem,60dvh)] overflow-y-auto py-1">
              {rows.map((message) => (
                <li key={message.id} className="flex items-center pr-2">
                  <Message message={message} onRead={one.mutateAsync} />
                  <IconButton
                    icon="trash"
                    size="sm"
                    label={`Excluir: ${message.title}`}
                    busy={removeOne.isPending && removeOne.variables === message.id}
                    onClick={() => removeOne.mutate(message.id)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
      <Pagination offset={offset} limit={PAGE} total={list.data?.total} onChange={setOffset} />
    </>
  );
}

/** 'marcar como lida' and the way to what it is about, in one click. */
function Message({ message, onRead }: { message: Notification; onRead: (id: number) => Promise<unknown> }) {
  const { id, title, body, url, createdAt, readAt } = message;
  const isUnread = readAt === null;
  const markRead = () => onRead(id).catch((error) => console.warn("notification not marked as read", error));
  const follow = async (event: MouseEvent) => {
    if (!isUnread) return;
    // A new tab opens by itself; in this one the next page must not count the message as unread.
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      markRead();
      return;
    }
    event.preventDefault();
    await Promise.race([markRead(), new Promise((waited) => setTimeout(waited, PATIENCE_MS))]);
    leaveFor(url);
  };
  const content = (
    <>
      <strong>
        {title}
        {isUnread && <span className="sr-only"> (não lida)</span>}
      </strong>
      {body && <span className="wrap-anywhere">{body}</span>}
      <time dateTime={createdAt} title={dateTime(createdAt)}>
        {relative(createdAt)}
      </time>
    </>
  );
  const look = { className: "notification min-w-0 grow text-start", "data-is-unread": isUnread || undefined };
  return url ? (
    <a {...look} href={url} onClick={follow}>
      {content}
    </a>
  ) : (
    <button {...look} type="button" onClick={isUnread ? markRead : undefined}>
      {content}
    </button>
  );
}

function Placeholder() {
  return (
    <div className="grid gap-4 px-4 py-3">
      <p className="sr-only">Carregando notificações...</p>
      {[1, 2, 3].map((line) => (
        <div key={line} className="grid gap-1.5">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-3.5 w-full" />
        </div>
      ))}
    </div>
  );
}

let openings = 0;

/** Show the newest messages in the bell's popover; each opening starts from the first page and asks anew. */
export function openNotifications(popover: HTMLElement, onRead: () => void): void {
  openings += 1;
  queryClient.invalidateQueries({ queryKey: MESSAGES, refetchType: "none" });
  renderIn(popover, <NotificationsPanel key={openings} onRead={onRead} />);
}
