import type { Game } from "@/api/client";
import type { CreationPath } from "@/api/runs";
import type { LineRule } from "@/shared/creation/lines";

/** What differs between the screens whose accounts are pasted a line each. */
export type BulkGame = {
  slug: Game;
  endpoint: CreationPath;
  rule: LineRule;
  /** 'Analisar Texto' or 'Processar Contas'. */
  analyseLabel: string;
  /** What one line looks like. */
  format: string;
  placeholder: string;
};
