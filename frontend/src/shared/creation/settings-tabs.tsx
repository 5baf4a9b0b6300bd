import type { Form } from "@/lib/use-form";
import { type Field, type GameDescription, keyOf, type Role, type Values } from "@/shared/creation/game";
import { APART } from "@/shared/creation/values";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";

/** The fields of the form that stand on a documented tab, the texts and the price first. */
export function fieldsOn(game: GameDescription, tab: string): Field[] {
  const named = new Map(game.tabs.flatMap(({ name, fields }) => fields.map((field) => [field, name])));
  const rest = game.tabs.find(({ fields }) => fields.length === 0)?.name;
  const form = game.fields.filter(
    ({ scope, role }) => scope === "form" && (role === "titles" || !APART.includes(role)),
  );
  const placed = form.filter(({ name }) => (named.get(name) ?? rest) === tab);
  const rank = ({ role, kind }: Field) => ORDER.indexOf(role) + (kind === "choices" ? 0.5 : 0);
  return placed.toSorted((one, other) => rank(one) - rank(other));
}

const ORDER: readonly Role[] = [
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

/** How many fields of a tab have to be corrected. */
const wrongOn = (game: GameDescription, tab: string, form: Form<Values>): number =>
  fieldsOn(game, tab).filter((field) => form.problems[keyOf(field)]).length;

export const firstWrongTab = (game: GameDescription, problems: Record<string, string>): string =>
  game.tabs.find(({ name }) => fieldsOn(game, name).some((field) => problems[keyOf(field)]))?.name ??
  game.tabs[0]?.name ??
  "";

type TabButtonsProps = {
  game: GameDescription;
  form: Form<Values>;
  open: string | null;
  onOpen: (tab: string | null) => void;
};

/** The documented tabs, each a press away from the grid. */
export function TabButtons({ game, form, open, onOpen }: TabButtonsProps) {
  return game.tabs.map(({ name }) => (
    <Button
      key={name}
      icon="settings"
      aria-expanded={open === name}
      onClick={() => onOpen(open === name ? null : name)}
    >
      <TabName game={game} name={name} form={form} />
    </Button>
  ));
}

export function TabName({ game, name, form }: { game: GameDescription; name: string; form: Form<Values> }) {
  const wrong = wrongOn(game, name, form);
  return (
    <>
      {name} {wrong > 0 && <Badge tone="bad">{wrong}</Badge>}
    </>
  );
}
