/** A person's own descriptions of listings. */

import type { Descriptions } from "@/api/configs";
import type { IconName } from "@/ui/icon";

export const GAMES: { name: keyof Descriptions; label: string; icon: IconName }[] = [
  { name: "fortniteDescription", label: "Fortnite", icon: "fortnite" },
  { name: "valorantDescription", label: "Valorant", icon: "valorant" },
  { name: "robloxDescription", label: "Roblox", icon: "roblox" },
  { name: "warthanderDescription", label: "War Thunder", icon: "war-thunder" },
];

export const DESCRIPTION_LENGTH = 20_000;
