/** What the server reads out of a file (POST /api/bulk/uploads/read), and what a column may be. */
import type { Game } from "@/api/client";
import type { CreationPath, Run } from "@/api/runs";
import type { Limits } from "@/shared/creation/settings";
import type { Provider } from "@/shared/creation/webmail";

export type Kind = "text" | "secret" | "pair" | "count" | "amount" | "switch" | "list" | "choice" | "choices" | "rank";

export type UploadGame = {
  slug: Game;
  title: string;
  endpoint: CreationPath;
  activeRun: Run | null;
  defaults: Record<string, unknown>;
  limits: Limits;
  options: { providers: Provider[] };
};
