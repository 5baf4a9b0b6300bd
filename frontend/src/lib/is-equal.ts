/** Whether two values are the same as JSON. */
export const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
