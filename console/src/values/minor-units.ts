// Sums of amounts. The decimal strings of the API become whole minor units, and back: exact at any size.

/** Turns an amount of the API such as `-1250.00` into its minor units. */
export function parseMinorUnits(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** Turns minor units into an amount as the API writes it. */
export function formatMinorUnits(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(3, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Sums amounts of the API; absent ones count as zero. */
export function sumAmounts(amounts: readonly (string | undefined)[]): bigint {
  return amounts.reduce(
    (sum, amount) => (amount === undefined ? sum : sum + parseMinorUnits(amount)),
    0n,
  );
}
