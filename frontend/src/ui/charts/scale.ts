const FACTORS = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10];
const SMALL_FACTORS = [2, 4, 6, 8, 10];

/** The end of an axis that starts at 0: a round number not below any value, whose half is round too. */
export function axisEnd(values: readonly (number | null)[]): number {
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const power = 10 ** Math.floor(Math.log10(highest));
  const factors = power === 1 ? SMALL_FACTORS : FACTORS;
  return Math.round(power * (factors.find((factor) => factor * power >= highest) ?? 10));
}

/** Which of `count` labels are written so that about `wanted` of them fit: evenly spaced, the last one among them. */
export function writtenLabels(count: number, wanted: number): Set<number> {
  const step = Math.max(1, Math.ceil(count / wanted));
  const written = new Set<number>();
  for (let index = count - 1; index >= 0; index -= step) written.add(index);
  return written;
}
