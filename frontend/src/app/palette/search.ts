/** Type-ahead over the palette's entries: by words, in any order, without accents or case. */

export type Searchable = { label: string; section: string; keywords?: string };

/** "Configurações" → "configuracoes" */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** The entries that answer to every word typed, best first; all of them, in their order, when nothing is typed. */
export function search<E extends Searchable>(entries: readonly E[], typed: string): E[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return entries
    .map((entry) => ({ entry, weight: weightOf(entry, words) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ entry }) => entry);
}

/** 0 when a word is found nowhere. The label counts more than the other words, its beginning most. */
function weightOf({ label, section, keywords = "" }: Searchable, words: string[]): number {
  const name = fold(label);
  const rest = fold(`${section} ${keywords}`);
  const weights = words.map((word) => {
    if (name.startsWith(word)) return 4;
    if (name.split(/\W+/).some((part) => part.startsWith(word))) return 3;
    if (name.includes(word)) return 2;
    return rest.includes(word) ? 1 : 0;
  });
  return weights.includes(0) ? 0 : weights.reduce<number>((sum, weight) => sum + weight, 1);
}
