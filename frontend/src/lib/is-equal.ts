/** Whether two values of JSON are the same. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isEqual(one[key], other[key]));
}

/** Only what was changed, to be sent: what somebody else changes meanwhile stays. */
export function changedFields<T extends object>(now: T, before: T): Partial<T> {
  const changed = Object.entries(now).filter(([name, value]) => !isEqual(value, before[name as keyof T]));
  return Object.fromEntries(changed) as Partial<T>;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
