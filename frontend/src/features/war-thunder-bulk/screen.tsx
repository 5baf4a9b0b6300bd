import { useState } from "react";
import { BulkScreen } from "@/features/bulk/bulk-screen";
import type { BulkGame } from "@/features/bulk/game";
import type { ParsedLine } from "@/features/bulk/lines";
import type { LineExtras } from "@/features/bulk/lines-table";
import type { Run } from "@/features/bulk/run";
import { asBody, commonProblems, type Limits } from "@/features/bulk/settings";
import { useSettings } from "@/features/bulk/use-settings";
import { LinePanel } from "@/features/war-thunder-bulk/line-panel";
import {
  allOverrideProblems,
  keyOf,
  type Overrides,
  overridesBody,
  type Switches,
} from "@/features/war-thunder-bulk/overrides";
import { warThunderLine } from "@/features/war-thunder-bulk/parse";
import {
  type CountName,
  countProblems,
  type WarThunderOptions,
  type WarThunderSettings,
} from "@/features/war-thunder-bulk/settings";
import { WarThunderSettingsCard } from "@/features/war-thunder-bulk/settings-card";
import { Button } from "@/ui/button";

export type WarThunderBulkProps = {
  activeRun: Run | null;
  lastRun: Run | null;
  defaults: Omit<WarThunderSettings, CountName> & Record<CountName, number>;
  usdEurRate: string;
  limits: Limits;
  options: WarThunderOptions;
};

const game: BulkGame = {
  slug: "war-thunder",
  endpoint: "/api/war-thunder/bulk-create",
  rule: warThunderLine,
  analyseLabel: "Processar Contas",
  format: "Uma conta por linha: login:senha ou login:senha:email:senhadoemail",
  placeholder: "login1:senha1\nlogin2:senha2:email2@exemplo.com:senhadoemail2",
};

/** 'War Thunder bulk creator' (document 2 §2.8). */
export function WarThunderBulk({ activeRun, lastRun, defaults, usdEurRate, limits, options }: WarThunderBulkProps) {
  const settings = useSettings<WarThunderSettings>(defaults);
  const [switches, setSwitches] = useState<Switches>({ titles: false, images: false, settings: false });
  const [overrides, setOverrides] = useState<Overrides>(new Map());
  const [open, setOpen] = useState<string | null>(null);

  const panel = (line: ParsedLine) =>
    keyOf(line) === open &&
    anyOn(switches) && (
      <LinePanel
        line={line}
        override={overrides.get(open) ?? {}}
        onChange={(override) => setOverrides(new Map(overrides).set(open, override))}
        general={settings.values}
        switches={switches}
        nations={options.nations}
        usdEurRate={usdEurRate}
        limits={limits}
      />
    );
  const toggle = (line: ParsedLine) => setOpen(keyOf(line) === open ? null : keyOf(line));

  return (
    <BulkScreen
      game={game}
      activeRun={activeRun}
      lastRun={lastRun}
      usdEurRate={usdEurRate}
      settings={settings.values}
      problems={(lines) => ({
        ...commonProblems(settings.values),
        ...countProblems(settings.values),
        ...allOverrideProblems(lines, overrides, switches),
      })}
      onProblems={settings.setProblems}
      body={(lines) => ({
        settings: { ...asBody(settings.values), customTitles: switches.titles },
        overrides: overridesBody(lines, overrides, switches),
      })}
      extras={anyOn(switches) ? { columns: [configColumn(open, toggle)], panel } : NO_EXTRAS}
    >
      <WarThunderSettingsCard
        settings={settings}
        switches={switches}
        onSwitch={(name, on) => setSwitches({ ...switches, [name]: on })}
        usdEurRate={usdEurRate}
        limits={limits}
        options={options}
      />
    </BulkScreen>
  );
}

const NO_EXTRAS: LineExtras = { columns: [] };

function anyOn(switches: Switches): boolean {
  return Object.values(switches).some(Boolean);
}

function configColumn(open: string | null, toggle: (line: ParsedLine) => void): LineExtras["columns"][number] {
  return {
    key: "config",
    header: "Configuração",
    cell: (line) => (
      <Button size="sm" aria-expanded={keyOf(line) === open} onClick={() => toggle(line)}>
        {keyOf(line) === open ? "Fechar" : "Configurar"}
      </Button>
    ),
  };
}
