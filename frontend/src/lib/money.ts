/** Exact decimal arithmetic on amounts written as strings: a price in euro is never a float. */

/** An amount in dollars times euros for a dollar, rounded half to even as core.money.quantize does; null for no amount. */
export function toEuro(usd: string, rate: string): string | null {
  const [amount, factor] = [parseDecimal(usd), parseDecimal(rate)];
  if (amount === null || factor === null) return null;
  return fromCents(divideRounded(amount.digits * factor.digits * 100n, amount.unit * factor.unit));
}

export function times(amount: string, count: number): string {
  return fromCents(BigInt(amount.replace(".", "")) * BigInt(count));
}

export function raiseBy(amount: string, hundredths: bigint): string {
  return priceOf(divideRounded(toCents(amount) * (10_000n + hundredths), 10_000n));
}

/** "10.40" → "9.99"; with a rate of 0.87, the dollars that become the nearest x,99 euros. */
export function with99(amount: string, rate = "1"): string {
  const factor = parseDecimal(rate);
  if (factor === null || factor.digits === 0n) return amount;
  const euros = divideRounded(toCents(amount) * factor.digits, factor.unit);
  const target = ((euros - 49n) / 100n) * 100n + 99n;
  return priceOf(divideRounded(target * factor.unit, factor.digits));
}

/** "12.50" → 1250 hundredths in a unit of 100; null for what is no amount. */
function parseDecimal(text: string): { digits: bigint; unit: bigint } | null {
  const match = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = "", fraction = ""] = match;
  return { digits: BigInt(whole + fraction), unit: 10n ** BigInt(fraction.length) };
}

/** To the nearest whole; half of one goes to the even neighbour, as on the server. */
function divideRounded(digits: bigint, unit: bigint): bigint {
  const [whole, rest] = [digits / unit, (digits % unit) * 2n];
  return rest > unit || (rest === unit && whole % 2n === 1n) ? whole + 1n : whole;
}

/** 1250n → "12.50". */
function fromCents(cents: bigint): string {
  const padded = cents.toString().padStart(3, "0");
  return `${padded.slice(0, -2)}.${padded.slice(-2)}`;
}

/** "12.50" → 1250n. */
function toCents(amount: string): bigint {
  const { digits, unit } = parseDecimal(amount) ?? { digits: 0n, unit: 1n };
  return divideRounded(digits * 100n, unit);
}

const priceOf = (cents: bigint): string => (cents < 0n ? "0.00" : fromCents(cents));
