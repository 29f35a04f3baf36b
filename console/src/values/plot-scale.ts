// Balances on a chart. A chart takes numbers, which are not exact at any size: they only say where a point is
// drawn. What a reader reads at a point or at a tick is an amount again, exactly.
import { formatMinorUnits, parseMinorUnits } from './minor-units.ts';

/** Steps from zero to the furthest balance: more than any screen has points, and exact as a number. */
const STEPS_MAX = 1_000_000_000n;

export interface PlotScale {
  /** Where the amount is drawn, in steps from zero. */
  readonly locate: (amount: string) => number;
  /** The amount at a number of steps; undefined between two steps. */
  readonly findAmount: (steps: number) => string | undefined;
}

/** Builds a scale on which all of the amounts can be drawn. */
export function buildPlotScale(amounts: readonly string[]): PlotScale {
  const sizes = amounts.map(parseMinorUnits).map((units) => (units < 0n ? -units : units));
  let step = 1n;
  while (sizes.some((size) => size / step > STEPS_MAX)) step *= 10n;
  return {
    locate: (amount) => Number.parseInt(String(parseMinorUnits(amount) / step), 10),
    findAmount: (steps) =>
      Number.isInteger(steps) ? formatMinorUnits(BigInt(steps) * step) : undefined,
  };
}
