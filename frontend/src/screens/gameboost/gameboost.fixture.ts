/** GameBoost as its screen sees it through our server. */
import { HttpResponse, http } from "msw";
import type { Account } from "@/api/gameboost";
import type { Template } from "@/api/marketplace";
import { server } from "../../../test/server";

export function account(id: number, attributes: Partial<Account["attributes"]> = {}): Account {
  return {
    id: String(id),
    attributes: {
      title: `Conta ${id}`,
      game_slug: "war-thunder",
      level_up_method: "Handmade",
      price: 14.99,
      status: "Listed",
      images: [],
      login: `piloto${id}`,
      server: null,
      is_featured: false,
      ...attributes,
    },
  };
}

export const VALORANT: Template = {
  game: "valorant",
  servers: ["Europe", "Brazil"],
  itemCollections: ["agents"],
  entries: [
    { name: "level", kind: "text", values: [], required: true, minimum: 0 },
    { name: "current_division", kind: "choice", values: [1, 2, 3], required: false, minimum: 0 },
    { name: "valorant_points", kind: "integer", values: [], required: false, minimum: 0 },
    { name: "is_ranked_ready", kind: "flag", values: [], required: false, minimum: 0 },
    { name: "platforms", kind: "choices", values: ["PC", "PSN", "XBOX"], required: false, minimum: 0 },
  ],
  changedAt: null,
  seenAt: null,
};

type Asked = { method: string; fresh?: boolean; params?: Record<string, unknown>; data?: Record<string, unknown> };
type Answer = { status?: number; body: object };

/** Answer the proxy call to `path` (below /api/proxy/gameboost/), and remember what was asked. */
export function serveProxy(path: string, answer: (asked: Asked) => Answer | object): Asked[] {
  const calls: Asked[] = [];
  server.use(
    http.post(`/api/proxy/gameboost/${path}`, async ({ request }) => {
      const asked = (await request.json()) as Asked;
      calls.push(asked);
      const answered = answer(asked);
      const { status = 200, body } = "body" in answered ? (answered as Answer) : { body: answered };
      return HttpResponse.json(body as never, { status });
    }),
  );
  return calls;
}
