// The section of docs/costs.md about the evidence logs.
import { computeCost, formatDollars, sumAmounts } from '../dollars.ts';
import { formatTable } from '../cost-table.ts';
import { ASSUMPTIONS } from '../institutions.ts';
import { PRICES } from '../prices.ts';
import type { PriceName } from '../prices.ts';
import { computeExportSealing, EXPORT_SEALING } from '../export-sealing.ts';
import { computeSealingQuantities, SEALING } from '../sealing.ts';

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
    'and all else once. Each minute with receipts makes a checkpoint, so that few receipts a minute cost more for each. The partial',
    'tiles of a checkpoint are stored for some days, until their tile is full and their lock has ended.',
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
    `A tenant without receipts costs ${SEALING.readUnitsPerRun} read units for each run. These values are modelled, not measured;`,
    '`tools/costs/sealing.ts` has comments on most of them:',
    '',
    ...formatTable(
      ['of sealing', 'value'],
      Object.entries(SEALING).map(([name, value]) => [`\`${name}\``, value.toLocaleString('en')]),
    ),
    '',
    ...buildExportLines(),
  ];
}

function buildExportLines(): string[] {
  return [
    'An export seals the receipts of its tenant before it names a checkpoint, and its manifest is signed. It asks whether the log',
    'covers its period: usually once, and for about three minutes when sealing fails or is behind. The table shows what this costs',
    `beside what the receipts cost in any case; the last row is the most that an export costs. It seals ${EXPORT_SEALING.sealingsMax} times at most.`,
    '',
    ...formatTable(
      [
        'of an export',
        'transitions',
        'calls of functions',
        'read units',
        'S3 writes',
        'signatures',
        'a thousand exports, $',
      ],
      [1n, EXPORT_SEALING.questionsMax].map(buildExportRow),
    ),
    '',
  ];
}

function buildExportRow(questions: bigint): string[] {
  const quantities = computeExportSealing(questions, ASSUMPTIONS.memoryMegabytes);
  const names = Object.keys(quantities) as (keyof typeof quantities)[];
  const costs = names.map((name) => computeCost(PRICES[name], quantities[name] * 1_000n));
  const { transitions, invocations, readUnits, objectWrites, signatures } = quantities;
  const counts = [transitions, invocations, readUnits, objectWrites, signatures].map(String);
  const title = questions === 1n ? 'asks once' : `asks ${questions} times`;
  return [title, ...counts, formatDollars(sumAmounts(costs))];
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
