import { clsx } from "clsx";
import { useCallback, useState } from "react";
import { counted } from "@/lib/format";
import { toast } from "@/lib/toast";
import type { Account } from "@/shared/queue/account";
import type { Analysis } from "@/shared/queue/analysis";
import { AnalysisCard } from "@/shared/queue/analysis-card";
import type { CreatorGame } from "@/shared/queue/creator-game";
import { ProposalCard } from "@/shared/queue/proposal-card";
import type { AnalysisOfText } from "@/shared/queue/use-analysis";
import { accountOf, type Proposal, useProposals } from "@/shared/queue/use-proposals";
import { Button } from "@/ui/button";
import { FirstHint } from "@/ui/first-hint";
import { LiveRegion } from "@/ui/live-region";

type AnalysisTabProps = {
  game: CreatorGame;
  analysis: AnalysisOfText;
  standard: { emailDomain: string; price: string };
  /** Puts the accounts into the queue; false when it has no room for them. */
  onAdd: (accounts: readonly Account[]) => boolean;
  /** There is room for the text beside what was read from it. */
  wide?: boolean;
};

export function AnalysisTab({ game, analysis, standard, onAdd, wide = false }: AnalysisTabProps) {
  const { reading } = analysis;
  const proposals = useProposals(game, reading, standard);
  const [chosen, setChosen] = useState(0);
  const { active, watch } = useActiveField();
  const proposal = proposals.open.find(({ index }) => index === chosen) ?? proposals.open[0];

  const add = (wanted: readonly Proposal[]) => {
    const wrong = wanted.find((each) => problemOf(game, each) !== "");
    if (wrong) {
      setChosen(wrong.index);
      toast.error(problemOf(game, wrong), wanted.length > 1 ? `Conta ${wrong.index + 1}` : undefined);
      return;
    }
    if (!onAdd(wanted.map((each) => accountOf(game, each)))) return;
    proposals.added(wanted.map(({ index }) => index));
    toast.success(wanted.length === 1 ? "Conta adicionada à fila." : `${wanted.length} contas adicionadas à fila.`);
    if (wanted.length === proposals.open.length) analysis.clear();
  };

  return (
    <div ref={watch} className={clsx("grid items-start gap-4", wide && reading && BESIDE)}>
      <div className={clsx("grid min-w-0 gap-4", wide && reading && "lg:sticky lg:top-18")}>
        <FirstHint />
        <LiveRegion text={reading ? readLabel(reading.analysis) : ""} />
        <AnalysisCard
          placeholder={game.placeholder}
          analysis={analysis}
          provenance={proposal?.read.provenance ?? []}
          active={active}
        />
      </div>
      {reading && proposal && (
        <ProposalCard
          key={proposal.index}
          game={game}
          proposal={proposal}
          proposals={proposals}
          source={reading.analysis.source}
          leftOvers={reading.analysis.unrecognized}
          busy={analysis.busy}
          onTeach={analysis.teach}
          onAdd={() => add([proposal])}
          chooser={
            reading.analysis.accounts.length > 1 && (
              <Chooser
                open={proposals.open}
                chosen={proposal.index}
                onChoose={setChosen}
                onAll={() => add(proposals.open)}
              />
            )
          }
        />
      )}
    </div>
  );
}

const BESIDE = "lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]";

type ChooserProps = { open: readonly Proposal[]; chosen: number; onChoose: (index: number) => void; onAll: () => void };

/** The accounts of one text that are not in the queue yet. */
function Chooser({ open, chosen, onChoose, onAll }: ChooserProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <fieldset className="flex max-h-28 flex-wrap gap-1.5 overflow-auto">
        <legend className="mb-1.5 font-medium text-sm">Contas encontradas no texto ({open.length})</legend>
        {open.map(({ index, account }) => (
          <Button
            key={index}
            size="sm"
            variant={index === chosen ? "secondary" : "ghost"}
            aria-pressed={index === chosen}
            onClick={() => onChoose(index)}
          >
            Conta {index + 1}
            {account.login && <span className="max-w-28 truncate text-muted">{account.login}</span>}
          </Button>
        ))}
      </fieldset>
      <Button size="sm" icon="plus" onClick={onAll}>
        Adicionar todas
      </Button>
    </div>
  );
}

/** What there is now, for those who do not see it come. */
function readLabel({ accounts, unrecognized }: Analysis): string {
  const read = `Análise pronta: ${counted(accounts.length, "conta", "contas")}`;
  if (unrecognized.length === 0) return `${read}.`;
  return `${read}, ${counted(unrecognized.length, "linha", "linhas")} a conferir.`;
}

const BANNED = "O texto diz que a conta está banida: confira antes de adicionar.";

function problemOf(game: CreatorGame, { account, problems, banned }: Proposal): string {
  return game.missing(account) || Object.values(problems)[0] || (banned ? BANNED : "");
}

/** Which `data-field` inside the element given to `watch` is pointed at, or else has the focus; null for none. */
function useActiveField() {
  const [pointed, setPointed] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const pointer = (event: Event) => setPointed(fieldAt(event));
    const focus = (event: Event) => setFocused(fieldAt(event));
    const leave = () => setPointed(null);
    const blur = () => setFocused(null);
    element.addEventListener("pointerover", pointer);
    element.addEventListener("pointerleave", leave);
    element.addEventListener("focusin", focus);
    element.addEventListener("focusout", blur);
    return () => {
      element.removeEventListener("pointerover", pointer);
      element.removeEventListener("pointerleave", leave);
      element.removeEventListener("focusin", focus);
      element.removeEventListener("focusout", blur);
    };
  }, []);
  return { active: pointed ?? focused, watch };
}

function fieldAt({ target }: Event): string | null {
  return (target as Element).closest<HTMLElement>("[data-field]")?.dataset.field ?? null;
}
