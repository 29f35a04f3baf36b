// What the model says, as the tables of docs/scale.md.
import { BATCH, entriesPerSecond, itemsOf, TRANSFER } from './ceilings.ts';
import type { Posting } from './ceilings.ts';
import { hotAccount } from './hot-account.ts';
import { profiles, transactionLatency } from './latencies.ts';
import type { Profile } from './latencies.ts';

const ROUTES: readonly { title: string; posting: Posting; perSecond: readonly number[] }[] = [
  { title: 'one transfer at a time', posting: TRANSFER, perSecond: [5, 10, 15, 20, 30, 40] },
  { title: 'batches of 25 transfers', posting: BATCH, perSecond: [1, 2, 4, 6, 10, 20] },
];

/** The same lines in every run: the model's draws are seeded. */
export function modelReport(): string[] {
  return profiles.flatMap((profile) => [
    `### Latencies: ${profile.name}`,
    '',
    `Read ${profile.read.p50} ms (p99 ${profile.read.p99}), transaction of five items ${profile.ofFive.p50} ms (p99 ${profile.ofFive.p99}): ${profile.source}.`,
    '',
    '| route | requests/s | transfers/s | p50, ms | p99, ms | attempts | given up (503) |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...ROUTES.flatMap((route) => route.perSecond.map((rate) => row(profile, route, rate))),
    '',
  ]);
}

function row(
  profile: Profile,
  { title, posting }: { title: string; posting: Posting },
  perSecond: number,
): string {
  const transaction = transactionLatency(profile, itemsOf(posting));
  const { p50, p99, attempts, givenUp } = hotAccount({
    perSecond,
    read: profile.read,
    transaction,
  });
  const transfers = perSecond * posting.entries;
  const beyond = transfers > entriesPerSecond() ? ' (beyond a partition)' : '';
  const cells = [title, perSecond, `${transfers}${beyond}`, p50.toFixed(0), p99.toFixed(0)];
  return `| ${[...cells, attempts.toFixed(2), `${(givenUp * 100).toFixed(1)} %`].join(' | ')} |`;
}
