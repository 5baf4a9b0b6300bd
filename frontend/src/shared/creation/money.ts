/** Exact decimal arithmetic on amounts written as strings: a price in euro is never a float. */

/** An amount in dollars times euros for a dollar, rounded half to even as core.money.quantize does; null for no amount. */
export function toEuro(usd: string, rate: string): string | null {
  const [amount, factor] = [scaled(usd), scaled(rate)];
  if (amount === null || factor === null) return null;
  return fromCents(divided(amount.digits * factor.digits * 100n, amount.unit * factor.unit));
}

/** `count` times an amount with two places. */
export function times(amount: string, count: number): string {
  return fromCents(BigInt(amount.replace(".", "")) * BigInt(count));
}

/** "12.50" → 1250 hundredths in a unit of 100; null for what is no amount. */
export function scaled(text: string): { digits: bigint; unit: bigint } | null {
  const match = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = "", fraction = ""] = match;
  return { digits: BigInt(whole + fraction), unit: 10n ** BigInt(fraction.length) };
}

/** To the nearest whole; half of one goes to the even neighbour, as on the server. */
export function divided(digits: bigint, unit: bigint): bigint {
  const [whole, rest] = [digits / unit, (digits % unit) * 2n];
  return rest > unit || (rest === unit && whole % 2n === 1n) ? whole + 1n : whole;
}

/** 1250n → "12.50". */
export function fromCents(cents: bigint): string {
  const padded = cents.toString().padStart(3, "0");
  return `${padded.slice(0, -2)}.${padded.slice(-2)}`;
}
