// What a million calls of an operation cost.
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { costOf, sum } from './dollars.ts';
import { assumptions } from './institutions.ts';
import type { Consumption } from './measure.ts';
import { prices } from './prices.ts';

const MILLION = 1_000_000n;

export interface OperationCost {
  /** Millionths of a dollar for a million calls. */
  readonly store: bigint;
  /** With the gateway, the function and its logs. */
  readonly inAll: bigint;
}

export function costOfMillion(name: OperationName, consumption: Consumption): OperationCost {
  const store = sum([
    costOf(prices.writeUnits, unitsOf(consumption.writeUnits, MILLION)),
    costOf(prices.readUnits, unitsOf(consumption.readUnits, MILLION)),
  ]);
  const inAll = sum([
    store,
    costOf(prices.gatewayRequests, MILLION),
    costOf(prices.invocations, MILLION),
    costOf(prices.megabyteMilliseconds, MILLION * megabyteMilliseconds(name)),
    costOf(prices.logBytes, MILLION * assumptions.logBytesPerRequest),
  ]);
  return { store, inAll };
}

/** Units of so many calls; an eventually consistent read takes half a unit. */
export function unitsOf(units: number, calls: bigint): bigint {
  return (BigInt(Math.round(units * 2)) * calls + 1n) / 2n;
}

/** What one call of the operation occupies its function with. */
export function megabyteMilliseconds(name: OperationName): bigint {
  const { memoryMegabytes, mutationMilliseconds, readMilliseconds } = assumptions;
  const milliseconds = operations[name].idempotent ? mutationMilliseconds : readMilliseconds;
  return memoryMegabytes * milliseconds;
}
