// Checks the arithmetic of the costs with figures calculated by hand.
import { expect, test } from '@jest/globals';
import { operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { computeBill, computeQuantities } from '../../../tools/costs/bill.ts';
import { buildCostsPage } from '../../../tools/costs/costs-page.ts';
import { computeCost, formatDollars } from '../../../tools/costs/dollars.ts';
import { INSTITUTIONS } from '../../../tools/costs/institutions.ts';
import { pickLeastConsumption } from '../../../tools/costs/measure.ts';
import type { MeasuredOperations } from '../../../tools/costs/measure.ts';
import type { MeasuredProjections } from '../../../tools/costs/measure-projections.ts';
import type { Consumption } from '../../../tools/metering/consumption.ts';
import { computeCostOfMillion, computeUnits } from '../../../tools/costs/operation-cost.ts';
import { computeExportSealing } from '../../../tools/costs/export-sealing.ts';
import { computeSealingQuantities } from '../../../tools/costs/sealing.ts';
import { computeVerificationQuantities } from '../../../tools/costs/verification.ts';
import { PRICES } from '../../../tools/costs/prices.ts';

const nothing: Consumption = { requests: 0, readUnits: 0, writeUnits: 0 };
const each = (consumption: Consumption, projections: MeasuredProjections = {}) => ({
  operations: Object.fromEntries(
    (Object.keys(operations) as OperationName[]).map((name) => [name, consumption]),
  ) as MeasuredOperations,
  projections,
});

test('rounds a cost up to whole millionths of a dollar', () => {
  expect(computeCost(PRICES.writeUnits, 12_000_000n)).toBe(7_500_000n);
  expect(computeCost(PRICES.writeUnits, 1n)).toBe(1n);
  expect(computeCost(PRICES.writeUnits, 0n)).toBe(0n);
  expect(computeCost(PRICES.keys, 3n)).toBe(3_000_000n);
});

test('formats dollars exactly at any size', () => {
  expect(formatDollars(1_234_567_890_000n)).toBe('1,234,567.89');
  expect(formatDollars(5_000n)).toBe('0.01');
  expect(formatDollars(4_999n)).toBe('0.00');
  expect(formatDollars(625_000n, 6)).toBe('0.625000');
  expect(formatDollars(90_071_992_547_409_930_000n)).toBe('90,071,992,547,409.93');
});

test('counts half units', () => {
  expect(computeUnits(0.5, 3n)).toBe(2n);
  expect(computeUnits(2.5, 4n)).toBe(10n);
  expect(computeUnits(12, 1_000_000n)).toBe(12_000_000n);
});

test('bills a million transfers: 12 write and 3 read units each, gateway, function and logs', () => {
  const cost = computeCostOfMillion('postJournalEntry', {
    requests: 2,
    readUnits: 3,
    writeUnits: 12,
  });

  // 12 x 0.625 + 3 x 0.125
  expect(cost.store).toBe(7_875_000n);
  // + 3.50 + 0.20 + 0.04 s x 13.3334 + 1,800 MB of logs at 0.50 for 1,073.741824 MB
  expect(cost.inAll).toBe(7_875_000n + 3_500_000n + 200_000n + 533_336n + 838_191n);
});

test('a bill is the sum of its lines', () => {
  const [small] = INSTITUTIONS;
  const bill = computeBill(computeQuantities(small ?? raise(), each(nothing)));
  const lines = Object.values(bill.lines);

  expect(bill.total).toBe(lines.reduce((total, line) => total + line, 0n));
  expect(bill.lines.keys).toBe(2_000_000n);
});

test('twice the transfers take twice the quantities', () => {
  const consumption = { requests: 2, readUnits: 3, writeUnits: 12 };
  const one = { name: 'one', accounts: 0n, transfersPerDay: 1_000n };
  const single = computeQuantities(one, each(consumption));
  const double = computeQuantities({ ...one, transfersPerDay: 2_000n }, each(consumption));

  for (const name of ['gatewayRequests', 'tableBytes', 'logBytes', 'events'] as const)
    expect([name, double[name]]).toEqual([name, single[name] * 2n]);
  expect(double.alarms).toBe(single.alarms);
});

test('bills what the authorizer reads beside the operations', () => {
  const one = { name: 'one', accounts: 0n, transfersPerDay: 1_000n };

  const { gatewayRequests, readUnits } = computeQuantities(one, each(nothing));

  // 5,301 requests a day; one in twenty is authorized, with three read units.
  expect(gatewayRequests).toBe(159_030n);
  // Then the nightly verification, the export of the month and the sealing.
  expect(readUnits).toBe(23_853n + 11_448_000n + 6_775n + 308_790n);
});

test('bills what the projector writes and reads for each receipt of a batch', () => {
  const one = { name: 'one', accounts: 0n, transfersPerDay: 1_000n };
  const bill = (projections: MeasuredProjections) =>
    computeQuantities(one, each(nothing, projections));
  const batch = { requests: 9, readUnits: 12.5, writeUnits: 94 };

  const [free, charged] = [bill({}), bill({ postJournalEntry: batch })];

  // 30,000 transfers a month in batches of ten.
  expect(charged.writeUnits - free.writeUnits).toBe(282_000n);
  expect(charged.readUnits - free.readUnits).toBe(37_500n);
});

test('sealing costs by the receipt and by the minute', () => {
  const idle = computeSealingQuantities(0n, 1n, 1_024n);
  const [busy, busier] = [2_000_000n, 4_000_000n].map((receipts) =>
    computeSealingQuantities(receipts, 1n, 1_024n),
  );

  expect(idle).toMatchObject({ readUnits: 7_200n, writeUnits: 0n, signatures: 0n });
  // A day has 1,440 minutes, however many receipts there are.
  expect(busy).toMatchObject({ writeUnits: 7_200n, signatures: 1_440n });
  expect(busier).toMatchObject({ writeUnits: 7_200n, signatures: 1_440n });
  expect((busier?.readUnits ?? 0n) - (busy?.readUnits ?? 0n)).toBe(6_000_000n);
});

test('a verification costs by the entry, by the stretch and by the segment', () => {
  const verify = (accountEntries: bigint, accounts = 0n) =>
    computeVerificationQuantities({ accounts, accountEntries }, 1_024n);
  const [one, ten, large] = [1_000_000n, 10_000_000n, 1_000_000_000n].map((size) => verify(size));

  expect(one).toMatchObject({ readUnits: 530_000n, megabyteMs: 833_334n * 1_024n });
  expect(ten).toMatchObject({ readUnits: 5_300_000n, megabyteMs: 8_333_334n * 1_024n });
  // Six segments with a last stretch each, and two whole stretches between them.
  expect(one).toMatchObject({
    invocations: 3n + 8n,
    objectWrites: 8n,
    transitions: 5n + 12n + 16n,
  });
  // Sixty segments and 23 stretches; of the largest ledger, 256 segments and 2,314 stretches.
  expect(ten?.objectWrites).toBe(83n);
  expect(large?.objectWrites).toBe(256n + 2_314n);
  expect(verify(0n, 1_000n).readUnits).toBe(2_000n);
});

test('the partial tiles of sealing are stored for three days, its leaves for good', () => {
  const [three, thirty] = [3n, 30n].map((days) =>
    computeSealingQuantities(days * 1_440n, days, 1_024n),
  );

  // 4,320 checkpoints, each with half a bundle of 256 entries of 800 bytes.
  expect(three?.partialBytes).toBe(442_368_000n);
  expect(thirty?.partialBytes).toBe(442_368_000n);
  expect(thirty?.objectBytes).toBe(442_368_000n + 43_200n * 800n);
});

test('an export seals and signs once, and asks and seals again where the log is behind', () => {
  const [once, often] = [1n, 39n].map((questions) => computeExportSealing(questions, 1_024n));

  expect(once).toMatchObject({ transitions: 3n, invocations: 2n, signatures: 2n, writeUnits: 5n });
  // Three sealings, 39 questions of two states, and 38 pauses between them.
  expect(often).toMatchObject({ transitions: 119n, invocations: 42n, signatures: 2n });
});

test('takes the call with the fewest requests', () => {
  const cold = { requests: 3, readUnits: 5, writeUnits: 12 };
  const warm = { requests: 2, readUnits: 3, writeUnits: 12 };

  expect(pickLeastConsumption([cold, warm, cold])).toEqual(warm);
  expect(() => pickLeastConsumption([])).toThrow('nothing was called');
});

test('the page names every operation, every price with its source and every institution', () => {
  const batch = { requests: 9, readUnits: 12.5, writeUnits: 94 };
  const page = buildCostsPage(each(nothing, { createAccount: batch }));

  for (const name of Object.keys(operations)) expect(page).toContain(`| \`${name}\` |`);
  for (const { source } of Object.values(PRICES)) expect(page).toContain(`<${source}>`);
  expect(page).toContain('| `createAccount` | 9.4 | 1.3 |');
  for (const { name } of INSTITUTIONS) expect(page).toContain(` ${name} |`);
});

function raise(): never {
  throw new Error('there is no institution');
}
