// The cost of a million calls of an operation.
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { computeCost, sumAmounts } from './dollars.ts';
import { assumptions } from './institutions.ts';
import type { OperationConsumption } from './measure.ts';
import { prices } from './prices.ts';

const MILLION = 1_000_000n;

export interface OperationCost {
  /** Millionths of a dollar for a million calls. */
  readonly store: bigint;
  /** Including the gateway, the function and its logs. */
  readonly inAll: bigint;
}

export function computeCostOfMillion(
  name: OperationName,
  consumption: OperationConsumption,
): OperationCost {
  const store = sumAmounts([
    computeCost(prices.writeUnits, computeUnits(consumption.writeUnits, MILLION)),
    computeCost(prices.readUnits, computeUnits(consumption.readUnits, MILLION)),
  ]);
  const inAll = sumAmounts([
    store,
    computeCost(prices.gatewayRequests, MILLION),
    computeCost(prices.invocations, MILLION),
    computeCost(prices.megabyteMilliseconds, MILLION * computeMegabyteMilliseconds(name)),
    computeCost(prices.logBytes, MILLION * assumptions.logBytesPerRequest),
  ]);
  return { store, inAll };
}

/** Units of that many calls; an eventually consistent read takes half a unit. */
export function computeUnits(units: number, calls: bigint): bigint {
  return (BigInt(Math.round(units * 2)) * calls + 1n) / 2n;
}

/** The function time and memory of one call of the operation. */
export function computeMegabyteMilliseconds(name: OperationName): bigint {
  const { memoryMegabytes, mutationMilliseconds, readMilliseconds } = assumptions;
  const milliseconds = operations[name].idempotent ? mutationMilliseconds : readMilliseconds;
  return memoryMegabytes * milliseconds;
}
