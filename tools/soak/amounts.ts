// The soak test computes in whole minor units and independently of the product's money, so that it does not
// repeat a fault of the product.

/** Reads an amount with exactly two decimals as minor units. */
export function parseMinorUnits(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

/** Writes minor units as an amount with exactly two decimals. */
export function formatAmount(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
