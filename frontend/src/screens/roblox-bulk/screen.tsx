import type { Run } from "@/api/runs";
import { useForm } from "@/lib/use-form";
import { asBody, asForm, commonProblems, type Limits } from "@/shared/creation/settings";
import "@/styles/sheet.css";
import { useCallback, useMemo } from "react";
import { mount } from "@/app/mount";
import { robloxLine } from "@/screens/roblox-bulk/parse";
import { type RobloxOptions, type RobloxSettings, RobloxSettingsCard } from "@/screens/roblox-bulk/settings-card";
import { type Account, accountColumns, filled, type LineOverride, overridesBody } from "@/shared/creation/account";
import { BulkScreen } from "@/shared/creation/bulk-screen";
import type { BulkGame, ParsedLine } from "@/shared/creation/lines";
import { usePastedText } from "@/shared/creation/use-pasted-text";
import type { GridColumn } from "@/shared/sheet/rows";

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

const robux: GridColumn<Account> = {
  key: "robux",
  header: "Robux",
  kind: "count",
  value: ({ parsed }) => (parsed.robux === null ? "" : String(parsed.robux)),
  width: 4.25,
};

export function RobloxBulk({ activeRun, lastRun, defaults, usdEurRate, limits, options }: RobloxBulkProps) {
  const settings = useForm<RobloxSettings>({ initial: asForm<RobloxSettings>(defaults) });
  const pasted = usePastedText<LineOverride>(robloxLine);
  const { values } = settings;
  const { overrides } = pasted;
  const { title, priceUsd } = values;

  const columns = useMemo(
    () =>
      accountColumns({
        rule: robloxLine,
        rate: usdEurRate,
        general: { title: () => title, priceUsd },
        titles: true,
        extra: [robux],
      }),
    [usdEurRate, title, priceUsd],
  );
  const problems = useCallback(() => commonProblems(values), [values]);
  const body = useCallback(
    (lines: readonly ParsedLine[]) => ({
      settings: asBody(values),
      overrides: overridesBody(lines, overrides, filled),
    }),
    [values, overrides],
  );
  return (
    <BulkScreen
      game={game}
      pasted={pasted}
      activeRun={activeRun}
      lastRun={lastRun}
      usdEurRate={usdEurRate}
      settings={values}
      problems={problems}
      onProblems={settings.setProblems}
      body={body}
      columns={columns}
    >
      <RobloxSettingsCard settings={settings} usdEurRate={usdEurRate} limits={limits} options={options} />
    </BulkScreen>
  );
}

mount("roblox-bulk", RobloxBulk);
