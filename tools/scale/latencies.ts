// The inputs of the model: measurements that others have published.

/** A latency by its median and its 99th percentile, in milliseconds. */
export interface LatencyPercentiles {
  readonly p50: number;
  readonly p99: number;
}

export interface LatencyProfile {
  readonly name: string;
  readonly source: string;
  readonly read: LatencyPercentiles;
  /** A transaction of five items, and of 25. */
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

/** A transaction of that many items, on the line through the two measured ones. */
export function interpolateLatency(
  { ofFive, ofTwentyFive }: LatencyProfile,
  items: number,
): LatencyPercentiles {
  const at = (share: keyof LatencyPercentiles) =>
    ofFive[share] + ((ofTwentyFive[share] - ofFive[share]) / 20) * Math.max(0, items - 5);
  return { p50: at('p50'), p99: at('p99') };
}
