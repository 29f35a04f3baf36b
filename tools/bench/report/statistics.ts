// Medians and percentiles of a few numbers, and their format.

/** The nearest-rank percentile: `share` is between 0 and 1. */
export function computePercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(
    Math.ceil(middle) - 1,
    Math.floor(middle) + 1,
  );
  return (low + high) / 2;
}

/** The 50th and the 99th percentile, with one decimal. */
export function formatPercentiles(values: readonly number[]): string[] {
  return [0.5, 0.99].map((share) => computePercentile(values, share).toFixed(1));
}

/** The median with the minimum and maximum beside it: `412 (398-431)`. */
export function formatSpread(values: readonly number[], digits = 0): string {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const range = `${least.toFixed(digits)}-${greatest.toFixed(digits)}`;
  return `${computeMedian(values).toFixed(digits)} (${range})`;
}

/** Each value divided by its counterpart from the same turn. */
export function computeRatios(values: readonly number[], baselines: readonly number[]): number[] {
  return values.map((value, round) => value / (baselines[round] ?? Number.NaN));
}
