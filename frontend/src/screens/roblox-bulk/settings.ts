import type { CommonOptions, CommonSettings } from "@/shared/creation/settings";

export type RobloxSettings = CommonSettings & { accountTags: string[]; mainExperience: string };
export type RobloxOptions = CommonOptions & { tags: string[]; experiences: string[] };
