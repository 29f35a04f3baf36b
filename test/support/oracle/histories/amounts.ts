// The oracle's own arithmetic in whole minor units, independent of the product's money.

/** The minor units of an amount with exactly two decimals. */
export function parseMinorUnits(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

/** The amount with exactly two decimals. */
export function formatAmount(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function sumAmounts(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
