import { BulkScreen } from "@/features/bulk/bulk-screen";
import type { BulkGame } from "@/features/bulk/game";
import type { ParsedLine } from "@/features/bulk/lines";
import { Absent, type LineExtras } from "@/features/bulk/lines-table";
import type { Run } from "@/features/bulk/run";
import { asBody, commonProblems, type Limits } from "@/features/bulk/settings";
import { useSettings } from "@/features/bulk/use-settings";
import { robloxLine } from "@/features/roblox-bulk/parse";
import type { RobloxOptions, RobloxSettings } from "@/features/roblox-bulk/settings";
import { RobloxSettingsCard } from "@/features/roblox-bulk/settings-card";
import { integer } from "@/lib/format";

export type RobloxBulkProps = {
  activeRun: Run | null;
  lastRun: Run | null;
  defaults: RobloxSettings;
  usdEurRate: string;
  limits: Limits;
  options: RobloxOptions;
};

const game: BulkGame = {
  slug: "roblox",
  endpoint: "/api/roblox/bulk-create",
  rule: robloxLine,
  analyseLabel: "Analisar Texto",
  format: "Uma conta por linha: usuário:senha",
  placeholder: "usuario1:senha1\nusuario2:senha2",
};

const extras: LineExtras = {
  columns: [
    {
      key: "robux",
      header: "Robux",
      align: "end",
      cell: ({ robux }: ParsedLine) => (robux === null ? <Absent /> : integer(robux)),
    },
  ],
};

/** 'Roblox bulk creator' (document 2 §2.7). */
export function RobloxBulk({ activeRun, lastRun, defaults, usdEurRate, limits, options }: RobloxBulkProps) {
  const settings = useSettings<RobloxSettings>(defaults);
  return (
    <BulkScreen
      game={game}
      activeRun={activeRun}
      lastRun={lastRun}
      usdEurRate={usdEurRate}
      settings={settings.values}
      problems={() => commonProblems(settings.values)}
      onProblems={settings.setProblems}
      body={() => ({ settings: asBody(settings.values), overrides: {} })}
      extras={extras}
    >
      <RobloxSettingsCard settings={settings} usdEurRate={usdEurRate} limits={limits} options={options} />
    </BulkScreen>
  );
}
