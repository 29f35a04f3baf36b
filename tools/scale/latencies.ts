// The inputs of the model: published measurements of DynamoDB, and an optimistic assumption.

/** A latency by its median and its 99th percentile, in milliseconds. */
export interface LatencyPercentiles {
  readonly p50: number;
  readonly p99: number;
}

export interface LatencyProfile {
  readonly name: string;
  readonly source: string;
  readonly read: LatencyPercentiles;
  /** Transactions of five and of 25 items. */
  readonly ofFive: LatencyPercentiles;
  readonly ofTwentyFive: LatencyPercentiles;
}

/**
 * From a Lambda function in the same region, 2020; a failing transaction takes as long as a
 * successful one.
 */
const PUBLISHED = 'https://www.alexdebrie.com/posts/dynamodb-transactions-performance/';

export const PROFILES: readonly LatencyProfile[] = [
  {
    name: 'published',
    source: PUBLISHED,
    read: { p50: 7.6, p99: 16 },
    ofFive: { p50: 25.3, p99: 92.5 },
    ofTwentyFive: { p50: 32.1, p99: 97.5 },
  },
  {
    name: 'optimistic',
    source: 'an assumption: half of the published latency',
    read: { p50: 4, p99: 8 },
    ofFive: { p50: 12, p99: 40 },
    ofTwentyFive: { p50: 16, p99: 48 },
  },
];

/** The latency of a transaction of `items` items, interpolated between the two measured ones. */
export function interpolateLatency(
  { ofFive, ofTwentyFive }: LatencyProfile,
  items: number,
): LatencyPercentiles {
  const interpolate = (percentile: keyof LatencyPercentiles) =>
    ofFive[percentile] +
    ((ofTwentyFive[percentile] - ofFive[percentile]) / 20) * Math.max(0, items - 5);
  return { p50: interpolate('p50'), p99: interpolate('p99') };
}
