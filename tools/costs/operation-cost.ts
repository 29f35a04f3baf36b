// The cost of a million calls of an operation.
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { computeCost, sumAmounts } from './dollars.ts';
import { ASSUMPTIONS } from './institutions.ts';
import type { Consumption } from '../metering/consumption.ts';
import { PRICES } from './prices.ts';

const MILLION = 1_000_000n;

export interface OperationCost {
  /** Millionths of a dollar for a million calls. */
  readonly store: bigint;
  /** Including the gateway, the function and its logs. */
  readonly inAll: bigint;
}

export function computeCostOfMillion(name: OperationName, consumption: Consumption): OperationCost {
  const store = sumAmounts([
    computeCost(PRICES.writeUnits, computeUnits(consumption.writeUnits, MILLION)),
    computeCost(PRICES.readUnits, computeUnits(consumption.readUnits, MILLION)),
  ]);
  const inAll = sumAmounts([
    store,
    computeCost(PRICES.gatewayRequests, MILLION),
    computeCost(PRICES.invocations, MILLION),
    computeCost(PRICES.megabyteMs, MILLION * computeMegabyteMs(name)),
    computeCost(PRICES.logBytes, MILLION * ASSUMPTIONS.logBytesPerRequest),
  ]);
  return { store, inAll };
}

/** Units of that many calls; an eventually consistent read takes half a unit. */
export function computeUnits(units: number, calls: bigint): bigint {
  return (BigInt(Math.round(units * 2)) * calls + 1n) / 2n;
}

/** The function time and memory of one call of the operation. */
export function computeMegabyteMs(name: OperationName): bigint {
  const { memoryMegabytes, mutationMs, readMs } = ASSUMPTIONS;
  const milliseconds = operations[name].idempotent ? mutationMs : readMs;
  return memoryMegabytes * milliseconds;
}
