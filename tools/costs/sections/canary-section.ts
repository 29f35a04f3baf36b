// The section of docs/costs.md about the canary of a stage (docs/deployment.md).
import { formatTable } from '../cost-table.ts';
import { computeCost, formatDollars, sumAmounts } from '../dollars.ts';
import { ASSUMPTIONS } from '../institutions.ts';
import { PRICE_TITLES } from '../price-titles.ts';
import { PRICES } from '../prices.ts';
import type { PriceName } from '../prices.ts';

/** Of a month of the canary; a run is due every five minutes. */
const RUNS = 12n * 24n * ASSUMPTIONS.daysPerMonth;

/** A token, two accounts, two balances before and after, a posting and its repetition, an entry. */
const REQUESTS = 10n;

/** With the canary itself, and the authorizer for the new token. */
const INVOCATIONS = 12n;

/** Of all these functions; the canary waits for the others. */
const MILLISECONDS = 1_000n;

/** Of the posting and its projections; a repeated request reads its receipt. */
const UNITS = { writes: 30n, reads: 20n };

/** What an alarm counts, and what the canary reports. */
export const CANARY_METRICS = { alarms: 7n, own: 2n };

export function buildCanarySection(): string[] {
  const quantities: Partial<Record<PriceName, bigint>> = {
    writeUnits: RUNS * UNITS.writes,
    readUnits: RUNS * UNITS.reads,
    invocations: RUNS * INVOCATIONS,
    megabyteMs: RUNS * MILLISECONDS * ASSUMPTIONS.memoryMegabytes,
    gatewayRequests: RUNS * REQUESTS,
    logBytes: RUNS * REQUESTS * ASSUMPTIONS.logBytesPerRequest,
    alarms: CANARY_METRICS.alarms,
    metrics: CANARY_METRICS.own,
    secrets: 1n,
  };
  const costs = Object.entries(quantities).map(
    ([name, quantity]) =>
      [PRICE_TITLES[name as PriceName], computeCost(PRICES[name as PriceName], quantity)] as const,
  );
  return [
    '## A canary',
    '',
    `A stage with the property \`canary\` pays for ${RUNS.toLocaleString('en')} runs of ${REQUESTS} requests in a month of ${ASSUMPTIONS.daysPerMonth} days. The figures are`,
    'modelled, not measured.',
    '',
    ...formatTable(
      ['of a month', '$'],
      [
        ...costs.map(([title, cost]) => [title, formatDollars(cost)]),
        ['**total**', `**${formatDollars(sumAmounts(costs.map(([, cost]) => cost)))}**`],
      ],
    ),
    '',
  ];
}
