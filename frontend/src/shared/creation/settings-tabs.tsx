import type { Form, Problems } from "@/lib/use-form";
import { type Field, type FieldRole, type GameDescription, keyOf, type Values } from "@/shared/creation/game";
import { MARKETS_TAB } from "@/shared/creation/markets";
import { APART } from "@/shared/creation/values";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";

/** The fields of the form that stand on a documented tab, the texts and the price first. */
export function fieldsOn(game: GameDescription, tab: string): Field[] {
  const named = new Map(game.tabs.flatMap(({ name, fields }) => fields.map((field) => [field, name])));
  const rest = game.tabs.find(({ fields }) => fields.length === 0)?.name;
  const form = game.fields.filter(({ scope, role }) => scope === "form" && (role === "titles" || !APART.includes(role)));
  const placed = form.filter(({ name }) => (named.get(name) ?? rest) === tab);
  const rank = ({ role, kind }: Field) => ORDER.indexOf(role) + (kind === "choices" ? 0.5 : 0);
  return placed.toSorted((one, other) => rank(one) - rank(other));
}

const ORDER: readonly FieldRole[] = [
  "titles",
  "title",
  "description",
  "price",
  "place",
  "",
  "provider",
  "instructions",
  "images",
];

const wrongOn = (game: GameDescription, tab: string, problems: Problems): number =>
  tab === MARKETS_TAB
    ? Object.keys(problems).filter((name) => name.startsWith("markets.")).length
    : fieldsOn(game, tab).filter((field) => problems[keyOf(field)]).length;

export const tabsOf = (game: GameDescription): string[] => [...game.tabs.map(({ name }) => name), MARKETS_TAB];

export const firstWrongTab = (game: GameDescription, problems: Problems): string =>
  tabsOf(game).find((name) => wrongOn(game, name, problems) > 0) ?? tabsOf(game)[0] ?? "";

type TabButtonsProps = {
  game: GameDescription;
  form: Form<Values>;
  open: string | null;
  onOpen: (tab: string | null) => void;
};

/** The documented tabs, each a press away from the grid. */
export function TabButtons({ game, form, open, onOpen }: TabButtonsProps) {
  return tabsOf(game).map((name) => (
    <Button key={name} icon="settings" aria-expanded={open === name} onClick={() => onOpen(open === name ? null : name)}>
      <TabName game={game} name={name} form={form} />
    </Button>
  ));
}

export function TabName({ game, name, form }: { game: GameDescription; name: string; form: Form<Values> }) {
  const wrong = wrongOn(game, name, form.problems);
  return (
    <>
      {name} {wrong > 0 && <Badge tone="bad">{wrong}</Badge>}
    </>
  );
}
