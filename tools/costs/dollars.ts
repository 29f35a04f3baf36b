// Dollars as whole millionths, so that a sum of many small prices is exact.
import type { Price } from './prices.ts';

/**
 * The cost of a quantity in millionths of a dollar, rounded up, so that a bill is never
 * underestimated.
 */
export function computeCost({ microDollars, per }: Price, quantity: bigint): bigint {
  return (quantity * microDollars + per - 1n) / per;
}

export function sumAmounts(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** Dollars with that many decimals, half a unit rounded up: `1,234.50`. */
export function formatDollars(microDollars: bigint, decimals = 2): string {
  const unit = 10n ** BigInt(6 - decimals);
  const units = (microDollars + unit / 2n) / unit;
  const scale = 10n ** BigInt(decimals);
  const whole = (units / scale).toLocaleString('en');
  return decimals === 0 ? whole : `${whole}.${String(units % scale).padStart(decimals, '0')}`;
}
