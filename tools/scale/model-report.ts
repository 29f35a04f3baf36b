// The results of the model as the tables of docs/scale.md.
import {
  BATCH,
  COMBINED_PAIR,
  COMBINED_STAR,
  computeEntriesPerSecond,
  countCombinedItems,
  countIntentsMax,
  countItems,
  TRANSFER,
} from './ceilings.ts';
import type { CombinedShape, PostingShape } from './ceilings.ts';
import { simulateCombinedAccount } from './combined-account.ts';
import { simulateHotAccount } from './hot-account.ts';
import type { HotAccountOutcome } from './hot-account.ts';
import { PROFILES, interpolateLatency } from './latencies.ts';
import type { LatencyProfile } from './latencies.ts';

const ROUTES: readonly { title: string; posting: PostingShape; perSecond: readonly number[] }[] = [
  { title: 'one transfer at a time', posting: TRANSFER, perSecond: [5, 10, 15, 20, 30, 40] },
  { title: 'batches of 25 transfers', posting: BATCH, perSecond: [1, 2, 4, 6, 10, 20] },
];

const COMBINED_PER_SECOND = [5, 15, 30, 60, 100, 150, 200, 250];

const COMBINED_ROUTES: readonly { title: string; shape: CombinedShape }[] = [
  { title: 'combined, one pair', shape: COMBINED_PAIR },
  { title: 'combined, one with many', shape: COMBINED_STAR },
];

const ALIGNMENT = '| --- | ---: | ---: | ---: | ---: | ---: | ---: |';

/** The same lines in every run: the model's random numbers are seeded. */
export function buildModelReport(): string[] {
  return PROFILES.flatMap((profile) => [
    `### Latencies: ${profile.name}`,
    '',
    `Read ${profile.read.p50} ms (p99 ${profile.read.p99}), transaction of five items ${profile.ofFive.p50} ms (p99 ${profile.ofFive.p99}): ${profile.source}.`,
    '',
    '| route | requests/s | transfers/s | p50, ms | p99, ms | attempts | given up (503) |',
    ALIGNMENT,
    ...ROUTES.flatMap((route) => route.perSecond.map((rate) => buildRow(profile, route, rate))),
    '',
    '| combined | requests/s | transfers/s | p50, ms | p99, ms | transactions | given up (503) |',
    ALIGNMENT,
    ...COMBINED_ROUTES.flatMap(({ title, shape }) =>
      COMBINED_PER_SECOND.map((rate) => buildCombinedRow(profile, { title, shape }, rate)),
    ),
    '',
  ]);
}

function buildRow(
  profile: LatencyProfile,
  { title, posting }: { title: string; posting: PostingShape },
  perSecond: number,
): string {
  const transaction = interpolateLatency(profile, countItems(posting));
  const outcome = simulateHotAccount({ perSecond, read: profile.read, transaction });
  const transfers = perSecond * posting.entries;
  const note = transfers > computeEntriesPerSecond() ? ' (beyond a partition)' : '';
  return formatRow([title, perSecond, `${transfers}${note}`], outcome);
}

function buildCombinedRow(
  profile: LatencyProfile,
  { title, shape }: { title: string; shape: CombinedShape },
  perSecond: number,
): string {
  const outcome = simulateCombinedAccount({
    perSecond,
    read: profile.read,
    // The source has no plain put; a transaction is slower.
    put: profile.ofFive,
    alone: interpolateLatency(profile, countItems(TRANSFER)),
    ofIntents: (count) => interpolateLatency(profile, countCombinedItems(shape, count)),
    intentsMax: countIntentsMax(shape),
  });
  return formatRow([title, perSecond, perSecond], outcome);
}

function formatRow(
  load: readonly (string | number)[],
  { p50, p99, attempts, givenUp }: HotAccountOutcome,
): string {
  const cells = [...load, p50.toFixed(0), p99.toFixed(0), attempts.toFixed(2)];
  return `| ${[...cells, `${(givenUp * 100).toFixed(1)} %`].join(' | ')} |`;
}
