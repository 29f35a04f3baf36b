// The monthly bill of an institution: the quantity of everything that has a price.
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { computeCost, sumAmounts } from './dollars.ts';
import {
  assumptions,
  BYTES_PER_ACCOUNT,
  BYTES_PER_TRANSFER,
  callsPerThousandTransfers,
} from './institutions.ts';
import type { Institution } from './institutions.ts';
import type { MeasuredOperations } from './measure.ts';
import { computeMegabyteMilliseconds, computeUnits } from './operation-cost.ts';
import { prices } from './prices.ts';
import type { PriceName } from './prices.ts';

export type BillQuantities = Readonly<Record<PriceName, bigint>>;

export interface MonthlyBill {
  /** Millionths of a dollar. */
  readonly lines: Readonly<Record<PriceName, bigint>>;
  readonly total: bigint;
}

export function computeBill(quantities: BillQuantities): MonthlyBill {
  const lines = Object.fromEntries(
    (Object.keys(prices) as PriceName[]).map((name) => [
      name,
      computeCost(prices[name], quantities[name]),
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

/** What the institution consumes in the assumed month. */
export function computeQuantities(
  institution: Institution,
  measured: MeasuredOperations,
): BillQuantities {
  const month = computeMonthlyUsage(institution);
  return {
    ...computeStoreQuantities(month, measured),
    ...computeFunctionQuantities(month),
    ...computeMonitoringQuantities(month),
    ...computeExportQuantities(month),
    gatewayRequests: month.requests,
    events: month.mutations,
    keys: assumptions.keys,
    keyRequests: assumptions.keyRequestsPerMonth,
    secrets: assumptions.secrets,
    sentBytes: month.requests * assumptions.answerBytes,
  };
}

function computeMonthlyUsage({ accounts, transfersPerDay }: Institution): MonthlyUsage {
  const transfers = transfersPerDay * assumptions.daysPerMonth;
  const mix = Object.entries(callsPerThousandTransfers) as [OperationName, bigint][];
  const calls = mix.map(([name, share]) => [name, (transfers * share) / 1_000n] as const);
  const perTransfer = BYTES_PER_TRANSFER.ledger + BYTES_PER_TRANSFER.receipts;
  const perAccount = BYTES_PER_ACCOUNT.ledger + BYTES_PER_ACCOUNT.receipts;
  return {
    transfers,
    calls,
    requests: sumAmounts(calls.map(([, count]) => count)),
    mutations: sumAmounts(calls.map(([name, count]) => (operations[name].idempotent ? count : 0n))),
    storedBytes: transfers * assumptions.month * perTransfer + accounts * perAccount,
  };
}

function computeStoreQuantities(
  { calls, mutations, transfers, storedBytes }: MonthlyUsage,
  measured: MeasuredOperations,
) {
  const total = (units: 'readUnits' | 'writeUnits') =>
    sumAmounts(calls.map(([name, count]) => computeUnits(measured[name][units], count)));
  const { daysPerMonth, verifiedBytesMax, projectionWriteUnitsPerEvent } = assumptions;
  const verified = storedBytes < verifiedBytesMax ? storedBytes : verifiedBytesMax;
  return {
    writeUnits: total('writeUnits') + mutations * projectionWriteUnitsPerEvent,
    readUnits:
      total('readUnits') +
      computeScanUnits(verified * daysPerMonth) +
      computeScanUnits(transfers * BYTES_PER_TRANSFER.ledger),
    tableBytes: storedBytes,
    recoveryBytes: storedBytes,
  };
}

/** Eventually consistent pages are counted by their bytes, 8 KB per unit. */
function computeScanUnits(bytes: bigint): bigint {
  return (bytes + 8_191n) / 8_192n;
}

function computeFunctionQuantities({ calls, requests, mutations }: MonthlyUsage) {
  const { requestsPerAuthorization, authorizationMilliseconds, memoryMegabytes } = assumptions;
  const { streamConsumers, receiptsPerBatch, batchMilliseconds } = assumptions;
  const authorizations = requests / requestsPerAuthorization;
  const batches = (mutations * streamConsumers) / receiptsPerBatch;
  return {
    invocations: requests + authorizations + batches,
    megabyteMilliseconds:
      sumAmounts(calls.map(([name, count]) => count * computeMegabyteMilliseconds(name))) +
      authorizations * authorizationMilliseconds * memoryMegabytes +
      batches * batchMilliseconds * memoryMegabytes,
  };
}

function computeMonitoringQuantities({ requests }: MonthlyUsage) {
  const { logBytesPerRequest, logMonthsKept, month, requestsPerTrace } = assumptions;
  const { alarms, metrics, dashboards } = assumptions;
  const logBytes = requests * logBytesPerRequest;
  return {
    logBytes,
    keptLogBytes: logBytes * (month < logMonthsKept ? month : logMonthsKept),
    traces: requests / requestsPerTrace,
    alarms,
    metrics,
    dashboards,
  };
}

function computeExportQuantities({ transfers }: MonthlyUsage) {
  const { exportBytesPerTransfer, exportTransitions, exportObjectWrites, month } = assumptions;
  return {
    transitions: exportTransitions,
    objectWrites: exportObjectWrites,
    objectBytes: transfers * month * exportBytesPerTransfer,
  };
}
