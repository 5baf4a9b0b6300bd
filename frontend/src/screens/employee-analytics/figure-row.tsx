/** Three figures under a chart. */
export function FigureRow({ figures }: { figures: readonly { label: string; value: string; detail?: string }[] }) {
  return (
    <dl className="mt-4 grid grid-cols-3 gap-4 border-line border-t pt-3 text-sm">
      {figures.map(({ label, value, detail }) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold text-lg tabular-nums">{value}</dd>
          {detail && <dd className="text-muted">{detail}</dd>}
        </div>
      ))}
    </dl>
  );
}
