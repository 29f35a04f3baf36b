// The monthly bill of an institution: the quantity of everything that has a price.
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { computeCost, sumAmounts } from './dollars.ts';
import {
  ASSUMPTIONS,
  BYTES_PER_ACCOUNT,
  BYTES_PER_TRANSFER,
  CALLS_PER_THOUSAND_TRANSFERS,
  FEED_BYTES_PER_RECEIPT,
} from './institutions.ts';
import type { Institution } from './institutions.ts';
import type { MeasuredOperations } from './measure.ts';
import type { MeasuredProjections } from './measure-projections.ts';
import { computeMegabyteMs, computeUnits } from './operation-cost.ts';
import { PRICES } from './prices.ts';
import type { PriceName } from './prices.ts';
import { computeSealingQuantities } from './sealing.ts';
import { computeVerificationQuantities } from './verification.ts';

export type BillQuantities = Readonly<Record<PriceName, bigint>>;

export interface MonthlyBill {
  /** Millionths of a dollar. */
  readonly lines: Readonly<Record<PriceName, bigint>>;
  readonly total: bigint;
}

export function computeBill(quantities: BillQuantities): MonthlyBill {
  const lines = Object.fromEntries(
    (Object.keys(PRICES) as PriceName[]).map((name) => [
      name,
      computeCost(PRICES[name], quantities[name]),
    ]),
  ) as Record<PriceName, bigint>;
  return { lines, total: sumAmounts(Object.values(lines)) };
}

interface MonthlyUsage {
  readonly transfers: bigint;
  readonly calls: readonly (readonly [OperationName, bigint])[];
  readonly requests: bigint;
  readonly mutations: bigint;
  /** In both tables, all bytes ever written. */
  readonly storedBytes: bigint;
}

/** What was measured: calls of operations, and stream batches of their receipts. */
export interface MeasuredConsumption {
  readonly operations: MeasuredOperations;
  readonly projections: MeasuredProjections;
}

/** What the institution consumes in the assumed month. */
export function computeQuantities(
  institution: Institution,
  measured: MeasuredConsumption,
): BillQuantities {
  const month = computeMonthlyUsage(institution);
  const { daysPerMonth, memoryMegabytes } = ASSUMPTIONS;
  const { partialBytes, ...sealing } = computeSealingQuantities(
    month.mutations,
    daysPerMonth,
    memoryMegabytes,
  );
  const others = {
    ...addQuantities(
      {
        ...computeStoreQuantities(month, measured),
        ...computeFunctionQuantities(month),
        ...computeExportQuantities(month),
      },
      computeNightlyQuantities(institution, month),
    ),
    signatures: 0n,
  };
  const sealed = (Object.keys(sealing) as (keyof typeof sealing)[]).map((name) => {
    if (name !== 'objectBytes') return [name, others[name] + sealing[name]] as const;
    // What was sealed in earlier months is stored as well, but not its partial tiles.
    const sealedBytes = (sealing[name] - partialBytes) * ASSUMPTIONS.month + partialBytes;
    return [name, others[name] + sealedBytes] as const;
  });
  return {
    ...others,
    ...(Object.fromEntries(sealed) as typeof sealing),
    ...computeMonitoringQuantities(month),
    gatewayRequests: month.requests,
    events: month.mutations,
    keys: ASSUMPTIONS.keys,
    keyRequests: ASSUMPTIONS.keyRequestsPerMonth,
    secrets: ASSUMPTIONS.secrets,
    sentBytes: month.requests * ASSUMPTIONS.answerBytes,
  };
}

function computeMonthlyUsage({ accounts, transfersPerDay }: Institution): MonthlyUsage {
  const transfers = transfersPerDay * ASSUMPTIONS.daysPerMonth;
  const mix = Object.entries(CALLS_PER_THOUSAND_TRANSFERS) as [OperationName, bigint][];
  const calls = mix.map(([name, share]) => [name, (transfers * share) / 1_000n] as const);
  const perTransfer = BYTES_PER_TRANSFER.ledger + BYTES_PER_TRANSFER.receipts;
  const perAccount = BYTES_PER_ACCOUNT.ledger + BYTES_PER_ACCOUNT.receipts;
  return {
    transfers,
    calls,
    requests: sumAmounts(calls.map(([, count]) => count)),
    mutations: sumAmounts(calls.map(([name, count]) => (operations[name].idempotent ? count : 0n))),
    storedBytes: transfers * ASSUMPTIONS.month * perTransfer + accounts * perAccount,
  };
}

function computeStoreQuantities(
  { calls, requests, mutations, transfers, storedBytes }: MonthlyUsage,
  { operations: own, projections }: MeasuredConsumption,
) {
  const { receiptsPerBatch } = ASSUMPTIONS;
  const total = (units: 'readUnits' | 'writeUnits') =>
    sumAmounts(
      calls.map(([name, count]) => {
        const batches = computeUnits(projections[name]?.[units] ?? 0, count);
        return computeUnits(own[name][units], count) + batches / receiptsPerBatch;
      }),
    );
  return {
    writeUnits: total('writeUnits'),
    readUnits:
      total('readUnits') +
      countAuthorizations(requests) * ASSUMPTIONS.authorizationReadUnits +
      computeScanUnits(transfers * BYTES_PER_TRANSFER.ledger),
    tableBytes: storedBytes + mutations * ASSUMPTIONS.month * FEED_BYTES_PER_RECEIPT,
    recoveryBytes: storedBytes,
  };
}

/** Eventually consistent pages are counted by their bytes, 8 KB per unit. */
function computeScanUnits(bytes: bigint): bigint {
  return (bytes + 8_191n) / 8_192n;
}

function computeFunctionQuantities({ calls, requests, mutations }: MonthlyUsage) {
  const { authorizationMs, memoryMegabytes } = ASSUMPTIONS;
  const { streamConsumers, receiptsPerBatch, batchMs } = ASSUMPTIONS;
  const authorizations = countAuthorizations(requests);
  const batches = (mutations * streamConsumers) / receiptsPerBatch;
  return {
    invocations: requests + authorizations + batches,
    megabyteMs:
      sumAmounts(calls.map(([name, count]) => count * computeMegabyteMs(name))) +
      authorizations * authorizationMs * memoryMegabytes +
      batches * batchMs * memoryMegabytes,
  };
}

/** The verification of everything that is stored, every night of the month. */
function computeNightlyQuantities({ accounts }: Institution, { transfers }: MonthlyUsage) {
  const { month, daysPerMonth, memoryMegabytes } = ASSUMPTIONS;
  const ledger = { accounts, accountEntries: 2n * transfers * month };
  const { readUnits, invocations, megabyteMs, transitions, objectWrites } =
    computeVerificationQuantities(ledger, memoryMegabytes);
  return {
    readUnits: readUnits * daysPerMonth,
    invocations: invocations * daysPerMonth,
    megabyteMs: megabyteMs * daysPerMonth,
    transitions: transitions * daysPerMonth,
    objectWrites: objectWrites * daysPerMonth,
  };
}

/** Adds to the quantities of `all` those that `some` has as well. */
function addQuantities<All extends Record<keyof Some, bigint>, Some extends Record<string, bigint>>(
  all: All,
  some: Some,
): All {
  const names = Object.keys(some) as (keyof Some)[];
  const sums = names.map((name) => [name, all[name] + (some[name] ?? 0n)]);
  return { ...all, ...Object.fromEntries(sums) };
}

/** The requests for which the gateway has no answer of the authorizer in its cache. */
function countAuthorizations(requests: bigint): bigint {
  return requests / ASSUMPTIONS.requestsPerAuthorization;
}

function computeMonitoringQuantities({ requests }: MonthlyUsage) {
  const { logBytesPerRequest, logMonthsKept, month, requestsPerTrace } = ASSUMPTIONS;
  const { alarmMetrics, metrics, dashboards } = ASSUMPTIONS;
  const logBytes = requests * logBytesPerRequest;
  return {
    logBytes,
    keptLogBytes: logBytes * (month < logMonthsKept ? month : logMonthsKept),
    traces: requests / requestsPerTrace,
    alarms: alarmMetrics,
    metrics,
    dashboards,
  };
}

function computeExportQuantities({ transfers }: MonthlyUsage) {
  const { exportBytesPerTransfer, exportTransitions, exportObjectWrites, month } = ASSUMPTIONS;
  return {
    transitions: exportTransitions,
    objectWrites: exportObjectWrites,
    objectBytes: transfers * month * exportBytesPerTransfer,
  };
}
