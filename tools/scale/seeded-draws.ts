// Random numbers that are the same in every run.
import type { LatencyPercentiles } from './latencies.ts';

/** The 99th percentile of a standard normal distribution. */
const Z99 = 2.326;

export interface RandomDraws {
  /** Between 0 and 1. */
  uniform(): number;
  /** The milliseconds until the next random event, at a rate per second. */
  gap(perSecond: number): number;
  /** A latency in milliseconds, log-normally distributed, as latencies usually are. */
  latency(percentiles: LatencyPercentiles): number;
}

export function buildSeededDraws(seed: number): RandomDraws {
  let state = seed >>> 0;
  // mulberry32
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return {
    uniform,
    gap: (perSecond) => (-Math.log(1 - uniform()) / perSecond) * 1_000,
    latency: ({ p50, p99 }) => p50 * Math.exp((Math.log(p99 / p50) / Z99) * normal()),
  };
}
