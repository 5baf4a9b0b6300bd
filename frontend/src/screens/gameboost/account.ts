/** Accounts on GameBoost as its API shows them, and what can be done with them. */
import { proxyQuery } from "@/api/proxy";
import { ApiError, rethrowWithMessage } from "@/lib/errors";
import { money } from "@/lib/format";
import type { Tone, Words } from "@/ui/badge";

export type Account = {
  id: string;
  attributes: {
    title: string;
    game_slug: string;
    level_up_method: string;
    /** Euros; null where the marketplace's amount could not be read. */
    price: number | string | null;
    status: string;
    images: string[];
    login: string;
    server: string | null;
    is_featured: boolean;
  };
};

export type AccountPage = { data: Account[]; meta?: { to?: number; total?: number } };

export type WritableStatus = "listed" | "draft";

/** 'Next enabled only with 10 or more accounts'. */
export const PAGE_SIZE = 10;

export function accountsQuery(page: number) {
  const params = { with_data: false, page, per_page: PAGE_SIZE };
  return proxyQuery<AccountPage, AccountPage>("/api/proxy/gameboost/accounts", { params }, (answer) =>
    answer.catch(rethrowWithMessage(fetchFailed)),
  );
}

/** The accounts of one login: none where the marketplace answers 404. */
export function loginQuery(login: string) {
  return proxyQuery<AccountPage, { data: Account | Account[] }>(
    "/api/proxy/gameboost/accounts/by-login/{login}",
    { path: { login } },
    (answer) =>
      answer.then(({ data }) => ({ data: [data].flat() }), noneIfAbsent).catch(rethrowWithMessage(fetchFailed)),
  );
}

const fetchFailed = (reason: string): string => `Falha ao buscar contas da API GameBoost: ${reason}`;

function noneIfAbsent(error: unknown): AccountPage {
  if (error instanceof ApiError && error.code === "marketplace_not_found") return { data: [] };
  throw error;
}

export function hasNext({ data, meta }: AccountPage): boolean {
  const isLast = meta?.to !== undefined && meta.to === meta.total;
  return data.length >= PAGE_SIZE && !isLast;
}

/** 'A Draft account offers publish …. A Listed account offers unpublish …. A Sold account offers no status action.' */
export const nextStatus = ({ attributes: { status } }: Account): WritableStatus | null => NEXT_STATUSES[status] ?? null;

const NEXT_STATUSES: Record<string, WritableStatus> = { Draft: "listed", Listed: "draft" };

const STATUS_TONES: Record<string, Tone> = {
  Listed: "good",
  Sold: "accent",
  Pending: "warn",
  Processing: "info",
  Refunded: "bad",
};

/** A status that is new is shown as the marketplace writes it. */
export function statusLabel(status: string): Words {
  return { label: status || "Desconhecido", tone: STATUS_TONES[status] ?? "neutral" };
}

const METHODS: Record<string, string> = { Handmade: "À mão", Botted: "Por bot" };

/** How the account was levelled, '' where the marketplace does not say. */
export const methodName = (method: string): string => METHODS[method] ?? method;

export function priceLabel(price: Account["attributes"]["price"]): string {
  const amount = Number(price ?? Number.NaN);
  return Number.isNaN(amount) ? "—" : money(amount, "EUR");
}

/** The first picture that this page may show: its Content-Security-Policy lets no foreign address in. */
export function coverOf({ attributes: { images } }: Account): string | undefined {
  return images?.find(
    (url) => URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin,
  );
}
