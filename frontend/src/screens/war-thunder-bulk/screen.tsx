import type { Run } from "@/api/runs";
import { useForm } from "@/lib/use-form";
import { asBody, asForm, commonProblems, type Limits } from "@/shared/creation/settings";
import "@/styles/sheet.css";
import { useCallback, useMemo, useState } from "react";
import { mount } from "@/app/mount";
import { LinePanel } from "@/screens/war-thunder-bulk/line-panel";
import {
  allOverrideProblems,
  type Override,
  type Switches,
  stated,
  switchesOf,
  titleOf,
} from "@/screens/war-thunder-bulk/overrides";
import { warThunderLine } from "@/screens/war-thunder-bulk/parse";
import {
  type CountName,
  countProblems,
  type WarThunderOptions,
  type WarThunderSettings,
} from "@/screens/war-thunder-bulk/settings";
import { WarThunderSettingsCard } from "@/screens/war-thunder-bulk/settings-card";
import { type Account, accountColumns, keyOf, overridesBody } from "@/shared/creation/account";
import { BulkScreen } from "@/shared/creation/bulk-screen";
import type { BulkGame, ParsedLine } from "@/shared/creation/lines";
import { type PastedText, usePastedText } from "@/shared/creation/use-pasted-text";
import type { GridColumn, GridRow } from "@/shared/sheet/rows";
import { Button } from "@/ui/button";

type WarThunderBulkProps = {
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
  placeholder: "login1:senha1\nlogin2:senha2:eu@exemplo.com:senha3",
};

export function WarThunderBulk({ activeRun, lastRun, defaults, usdEurRate, limits, options }: WarThunderBulkProps) {
  const settings = useForm<WarThunderSettings>({ initial: asForm<WarThunderSettings>(defaults) });
  const pasted = usePastedText<Override>(warThunderLine);
  const [switches, setSwitches] = useState<Switches>({ titles: false, images: false, settings: false });
  const [open, setOpen] = useState<string | null>(null);
  const { values } = settings;
  const { overrides } = pasted;
  const { title, priceUsd } = values;
  const { titles } = switches;
  const configurable = Object.values(switches).some(Boolean);

  const columns = useMemo(
    () =>
      accountColumns<Override>({
        rule: warThunderLine,
        rate: usdEurRate,
        general: { title: ({ parsed }) => (titles ? titleOf(parsed) : title), priceUsd },
        titles,
        extra: configurable ? [configColumn(open, setOpen)] : [],
      }),
    [usdEurRate, title, priceUsd, titles, configurable, open],
  );
  const problems = useCallback(
    (lines: readonly ParsedLine[]) => ({
      ...commonProblems(values),
      ...countProblems(values),
      ...allOverrideProblems(lines, overrides, switches),
    }),
    [values, overrides, switches],
  );
  const body = useCallback(
    (lines: readonly ParsedLine[]) => ({
      settings: { ...asBody(values), customTitles: switches.titles },
      overrides: overridesBody(lines, overrides, (own) => stated(own, switches)),
    }),
    [values, overrides, switches],
  );
  const panel = ({ data }: GridRow<Account<Override>>) =>
    configurable &&
    keyOf(data.parsed) === open && (
      <LinePanel
        line={data.parsed}
        override={overrides.get(open) ?? {}}
        onChange={(own) => pasted.override(data, own)}
        general={values}
        switches={switches}
        nations={options.nations}
        usdEurRate={usdEurRate}
        limits={limits}
      />
    );
  return (
    <BulkScreen
      game={game}
      pasted={withSwitches(pasted, (on) => setSwitches((current) => ({ ...current, ...on })))}
      activeRun={activeRun}
      lastRun={lastRun}
      usdEurRate={usdEurRate}
      settings={values}
      problems={problems}
      onProblems={settings.setProblems}
      body={body}
      columns={columns}
      panel={panel}
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

/** A price of one line's own is one of the settings that a switch lets lines have, so writing one turns it on; so does
 * what lines have of their own in a text that comes back. */
function withSwitches(pasted: PastedText<Override>, turnOn: (on: Partial<Switches>) => void): PastedText<Override> {
  return {
    ...pasted,
    edit: (edits) => {
      if (edits.some(({ column }) => column === "priceUsd")) turnOn({ settings: true });
      pasted.edit(edits);
    },
    restore: (kept, options) => {
      turnOn(switchesOf(Object.values(kept.overrides)));
      pasted.restore(kept, options);
    },
  };
}

function configColumn(open: string | null, setOpen: (key: string | null) => void): GridColumn<Account<Override>> {
  return {
    key: "config",
    header: "Configuração",
    value: () => "",
    cell: ({ data: { parsed } }) => {
      const isOpen = keyOf(parsed) === open;
      return (
        <Button size="sm" tabIndex={-1} aria-expanded={isOpen} onClick={() => setOpen(isOpen ? null : keyOf(parsed))}>
          {isOpen ? "Fechar" : "Configurar"}
        </Button>
      );
    },
    width: 6.5,
  };
}

mount("war-thunder-bulk", WarThunderBulk);
