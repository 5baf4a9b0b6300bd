/** Accounts on GameBoost by their login. */
import type { AccountPage } from "@/api/gameboost";
import { proxyQuery } from "@/api/proxy";
import { ApiError, rethrowWithMessage } from "@/lib/errors";

/** The accounts of one login: none where the marketplace answers 404. */
export function loginQuery(login: string) {
  return proxyQuery(
    "/api/proxy/gameboost/accounts/by-login/{login}",
    { path: { login } },
    (answer): Promise<AccountPage> =>
      answer.then(({ data }) => ({ data: [data].flat() }), noneIfAbsent).catch(rethrowWithMessage(fetchFailed)),
  );
}

export const fetchFailed = (reason: string): string => `Falha ao buscar contas da API GameBoost: ${reason}`;

function noneIfAbsent(error: unknown): AccountPage {
  if (error instanceof ApiError && error.code === "marketplace_not_found") return { data: [] };
  throw error;
}
