/** Where one is told outside of the app; `shownOnce` is answered only when a channel is connected. */
import { api, type Schemas } from "@/api/client";
import { pathQuery } from "@/api/query";

export type Channel = Schemas["NotificationsChannelOutput"];
export type Offered = Schemas["NotificationsOfferedOutput"];
type Kind = Channel["channel"];
export type Choices = Pick<Channel, "kinds" | "quietFrom" | "quietUntil" | "digestAt">;

export const channelsQuery = () => pathQuery("/api/notifications/channels");

export const connect = (kind: Kind, address: string) =>
  api.post("/api/notifications/channels/{kind}", { path: { kind }, body: { address } });
export const confirmEmail = (code: string) => api.post("/api/notifications/channels/email/confirm", { body: { code } });
export const choose = (kind: Kind, body: Choices) =>
  api.patch("/api/notifications/channels/{kind}", { path: { kind }, body });
export const sendTest = (kind: Kind) => api.post("/api/notifications/channels/{kind}/test", { path: { kind } });
export const disconnect = (kind: Kind) => api.delete("/api/notifications/channels/{kind}", { path: { kind } });
