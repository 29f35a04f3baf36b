// Latency percentiles of several sides, as one line each.
import { computePercentile } from './statistics.ts';
import type { Plot } from './svg-plot.ts';

const SHARES = { p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 };

/** `times` are the milliseconds of each side by name. */
export function buildPercentilePlot(
  title: string,
  times: Readonly<Record<string, readonly number[]>>,
): Plot {
  return {
    title,
    across: 'percentile',
    unit: 'ms',
    categories: Object.keys(SHARES),
    series: Object.entries(times).map(([name, values]) => ({
      name,
      values: Object.values(SHARES).map((share) => computePercentile(values, share)),
    })),
  };
}
