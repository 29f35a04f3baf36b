// The section of docs/costs.md about the evidence logs.
import { computeCost, formatDollars, sumAmounts } from './dollars.ts';
import { formatTable } from './cost-table.ts';
import { ASSUMPTIONS } from './institutions.ts';
import { PRICES } from './prices.ts';
import type { PriceName } from './prices.ts';
import { computeSealingQuantities, SEALING } from './sealing.ts';

const MILLION = 1_000_000n;

/** Millions of receipts of one tenant, at these rates in a minute. */
const RATES = [10n, 100n, 1_000n, 30_000n] as const;

/** What it costs to seal a million receipts, at several rates. */
export function buildSealingSection(): string[] {
  return [
    '## Evidence',
    '',
    'Every mutation pays one write unit for the feed of receipts, which the figures of the operations include. The table shows',
    'what sealing costs beside it, for a million receipts of one tenant that come at these rates: storage for the first month,',
    'and all else once. Each minute with receipts makes a checkpoint, so that few receipts a minute cost more for each.',
    '',
    ...formatTable(
      [
        'receipts a minute',
        'DynamoDB, $',
        'S3 writes, $',
        'S3 storage, $',
        'signatures, $',
        'function, $',
        'all, $',
      ],
      RATES.map(buildRow),
    ),
    '',
    'A tenant without receipts costs five read units for each run. The figures are modelled, not measured:',
    '',
    ...formatTable(
      ['of sealing', 'value'],
      Object.entries(SEALING).map(([name, value]) => [`\`${name}\``, value.toLocaleString('en')]),
    ),
    '',
  ];
}

function buildRow(rate: bigint): string[] {
  const runs = (MILLION + rate - 1n) / rate;
  const days = (runs + SEALING.runsPerDay - 1n) / SEALING.runsPerDay;
  const quantities = computeSealingQuantities(MILLION, days, ASSUMPTIONS.memoryMegabytes);
  const cost = (...names: readonly (PriceName & keyof typeof quantities)[]) =>
    sumAmounts(names.map((name) => computeCost(PRICES[name], quantities[name])));
  const parts = [
    cost('writeUnits', 'readUnits'),
    cost('objectWrites'),
    cost('objectBytes'),
    cost('signatures'),
    cost('invocations', 'megabyteMs'),
  ];
  return [rate, ...[...parts, sumAmounts(parts)].map((part) => formatDollars(part))].map(String);
}
