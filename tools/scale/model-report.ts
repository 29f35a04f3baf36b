// The results of the model as the tables of docs/scale.md.
import { BATCH, computeEntriesPerSecond, countItems, TRANSFER } from './ceilings.ts';
import type { PostingShape } from './ceilings.ts';
import { simulateHotAccount } from './hot-account.ts';
import { PROFILES, interpolateLatency } from './latencies.ts';
import type { LatencyProfile } from './latencies.ts';

const ROUTES: readonly { title: string; posting: PostingShape; perSecond: readonly number[] }[] = [
  { title: 'one transfer at a time', posting: TRANSFER, perSecond: [5, 10, 15, 20, 30, 40] },
  { title: 'batches of 25 transfers', posting: BATCH, perSecond: [1, 2, 4, 6, 10, 20] },
];

/** The same lines in every run: the model's random numbers are seeded. */
export function buildModelReport(): string[] {
  return PROFILES.flatMap((profile) => [
    `### Latencies: ${profile.name}`,
    '',
    `Read ${profile.read.p50} ms (p99 ${profile.read.p99}), transaction of five items ${profile.ofFive.p50} ms (p99 ${profile.ofFive.p99}): ${profile.source}.`,
    '',
    '| route | requests/s | transfers/s | p50, ms | p99, ms | attempts | given up (503) |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...ROUTES.flatMap((route) => route.perSecond.map((rate) => buildRow(profile, route, rate))),
    '',
  ]);
}

function buildRow(
  profile: LatencyProfile,
  { title, posting }: { title: string; posting: PostingShape },
  perSecond: number,
): string {
  const transaction = interpolateLatency(profile, countItems(posting));
  const { p50, p99, attempts, givenUp } = simulateHotAccount({
    perSecond,
    read: profile.read,
    transaction,
  });
  const transfers = perSecond * posting.entries;
  const note = transfers > computeEntriesPerSecond() ? ' (beyond a partition)' : '';
  const cells = [title, perSecond, `${transfers}${note}`, p50.toFixed(0), p99.toFixed(0)];
  return `| ${[...cells, attempts.toFixed(2), `${(givenUp * 100).toFixed(1)} %`].join(' | ')} |`;
}
