/** A person's own descriptions of listings. */

import { pathQuery } from "@/api/query";
import { api } from "@/lib/api";
import type { IconName } from "@/ui/icon";

export type Descriptions = {
  fortniteDescription: string;
  valorantDescription: string;
  robloxDescription: string;
  warthanderDescription: string;
};

export type UploadSettings = Descriptions & { userId: number; updatedAt: string | null };

export const GAMES: { name: keyof Descriptions; label: string; icon: IconName }[] = [
  { name: "fortniteDescription", label: "Fortnite", icon: "fortnite" },
  { name: "valorantDescription", label: "Valorant", icon: "valorant" },
  { name: "robloxDescription", label: "Roblox", icon: "roblox" },
  { name: "warthanderDescription", label: "War Thunder", icon: "war-thunder" },
];

export const DESCRIPTION_LENGTH = 20_000;

const pathOf = (userId: number) => `/api/employee-settings/${userId}`;

export function uploadSettingsQuery(userId: number) {
  return pathQuery<UploadSettings>(pathOf(userId));
}

export function saveUploadSettings(userId: number, descriptions: Descriptions) {
  return api.patch<UploadSettings>(pathOf(userId), descriptions);
}
