import type { Run } from "@/api/runs";

/** '2 marketplaces: GameBoost · LZT Market', each leading to its run; nothing of a run that was started for one. */
export function RunGroup({ run: { id, group } }: { run: Pick<Run, "id" | "group"> }) {
  if (group.length < 2) return null;
  return (
    <span className="text-muted text-sm">
      {group.length} marketplaces:{" "}
      {group.map((each, index) => (
        <span key={each.id}>
          {index > 0 && " · "}
          {each.id === id ? (
            <strong className="font-medium">{each.market}</strong>
          ) : (
            <a className="text-accent hover:underline" href={`/runs/${each.id}`}>
              {each.market}
            </a>
          )}
        </span>
      ))}
    </span>
  );
}
