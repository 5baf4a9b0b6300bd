/** Exact decimal arithmetic on amounts written as strings: a price in euro is never a float. */

const EURO_PLACES = 2;

/** An amount in dollars times euros for a dollar, rounded half to even as core.money.quantize does; null for no amount. */
export function toEuro(usd: string, rate: string): string | null {
  const [amount, factor] = [scaled(usd), scaled(rate)];
  if (amount === null || factor === null) return null;
  return written(rounded(amount.digits * factor.digits, amount.places + factor.places));
}

/** `count` times an amount with two places. */
export function times(amount: string, count: number): string {
  return written(BigInt(amount.replace(".", "")) * BigInt(count));
}

function scaled(text: string): { digits: bigint; places: number } | null {
  const match = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = "", fraction = ""] = match;
  return { digits: BigInt(whole + fraction), places: fraction.length };
}

function rounded(digits: bigint, places: number): bigint {
  if (places <= EURO_PLACES) return digits * 10n ** BigInt(EURO_PLACES - places);
  const unit = 10n ** BigInt(places - EURO_PLACES);
  const [whole, rest] = [digits / unit, (digits % unit) * 2n];
  const up = rest > unit || (rest === unit && whole % 2n === 1n);
  return up ? whole + 1n : whole;
}

function written(cents: bigint): string {
  const padded = cents.toString().padStart(EURO_PLACES + 1, "0");
  return `${padded.slice(0, -EURO_PLACES)}.${padded.slice(-EURO_PLACES)}`;
}
