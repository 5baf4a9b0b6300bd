/** Games by the marketplaces' own slugs. */
const GAMES: Record<string, string> = {
  fortnite: "Fortnite",
  valorant: "Valorant",
  roblox: "Roblox",
  "war-thunder": "War Thunder",
  "league-of-legends": "League of Legends",
  "counter-strike-2": "Counter-Strike 2",
  "world-of-warcraft": "World of Warcraft",
};

/** The name that people read; a game that is new is shown as the marketplace writes it. */
export function gameName(slug: string): string {
  return GAMES[slug] ?? slug;
}
