import type { CommonOptions, CommonSettings } from "@/features/bulk/settings";

export type RobloxSettings = CommonSettings & { accountTags: string[]; mainExperience: string };
export type RobloxOptions = CommonOptions & { tags: string[]; experiences: string[] };
