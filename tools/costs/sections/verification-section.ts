// The section of docs/costs.md about the nightly verification.
import { computeCost, formatDollars, sumAmounts } from '../dollars.ts';
import { formatTable } from '../cost-table.ts';
import { ASSUMPTIONS } from '../institutions.ts';
import { PRICES } from '../prices.ts';
import { computeVerificationQuantities, VERIFICATION } from '../verification.ts';

const ENTRIES = [1_000_000n, 10_000_000n, 100_000_000n] as const;

/** What one run costs at several sizes of the ledger. */
export function buildVerificationSection(): string[] {
  return [
    '## Verification',
    '',
    'The table shows what one nightly run costs: its reads of the tables, and the functions, transitions and checkpoints of its',
    'state machine ([verification](verify.md#the-nightly-run)). The evidence logs are not included.',
    '',
    ...formatTable(
      [
        'account entries',
        'DynamoDB, $',
        'functions, $',
        'transitions, $',
        'S3 writes, $',
        'all, $',
      ],
      ENTRIES.map(buildRow),
    ),
    '',
    'The read units are counted; the rest is modelled from the measured rate ([verification](verify.md#rate-and-cost)).',
    '`tools/costs/verification.ts` has comments on most of these values:',
    '',
    ...formatTable(
      ['of the verification', 'value'],
      Object.entries(VERIFICATION).map(([name, value]) => [
        `\`${name}\``,
        value.toLocaleString('en'),
      ]),
    ),
    '',
  ];
}

function buildRow(accountEntries: bigint): string[] {
  const ledger = { accounts: 0n, accountEntries };
  const quantities = computeVerificationQuantities(ledger, ASSUMPTIONS.memoryMegabytes);
  const cost = (...names: readonly (keyof typeof quantities)[]) =>
    sumAmounts(names.map((name) => computeCost(PRICES[name], quantities[name])));
  const parts = [
    cost('readUnits'),
    cost('invocations', 'megabyteMs'),
    cost('transitions'),
    cost('objectWrites'),
  ];
  const costs = [...parts, sumAmounts(parts)].map((part) => formatDollars(part));
  return [accountEntries.toLocaleString('en'), ...costs];
}
