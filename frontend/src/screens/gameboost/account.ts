/** Accounts on GameBoost as its API shows them, and what can be done with them. */
import { proxyQuery } from "@/api/proxy";
import { ApiError, rethrowWithMessage } from "@/lib/errors";

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

/** The accounts of one login: none where the marketplace answers 404. */
export function loginQuery(login: string) {
  return proxyQuery<AccountPage, { data: Account | Account[] }>(
    "/api/proxy/gameboost/accounts/by-login/{login}",
    { path: { login } },
    (answer) => answer.then(({ data }) => ({ data: [data].flat() }), noneIfAbsent).catch(rethrowWithMessage(fetchFailed)),
  );
}

export const fetchFailed = (reason: string): string => `Falha ao buscar contas da API GameBoost: ${reason}`;

function noneIfAbsent(error: unknown): AccountPage {
  if (error instanceof ApiError && error.code === "marketplace_not_found") return { data: [] };
  throw error;
}
