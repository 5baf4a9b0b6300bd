/** What GameBoost signs its calls with. */
import { api } from "@/api/client";
import { pathQuery } from "@/api/query";

export const webhookQuery = (userId: number) => pathQuery("/api/configs/gameboost/webhook", { query: { userId } });
/** An empty secret forgets the one that is kept. */
export const saveWebhook = (userId: number, secret: string) =>
  api.put("/api/configs/gameboost/webhook", { body: { userId, secret } });
