// What an operation asks of the store.
import { toKebabCase } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import type { MeteredRequest } from './metering-proxy.ts';

export interface Consumption {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** Whether the function of the operation sent the request. */
export function isRequestOf(name: OperationName, { caller }: { readonly caller: string }): boolean {
  // A function's name is the operation's with the stage before it.
  return caller.slice(caller.indexOf('-') + 1) === toKebabCase(name);
}

export function sumConsumption(requests: readonly MeteredRequest[]): Consumption {
  const total = (units: 'readUnits' | 'writeUnits') =>
    requests.reduce((sum, request) => sum + request[units], 0);
  return {
    requests: requests.length,
    readUnits: total('readUnits'),
    writeUnits: total('writeUnits'),
  };
}
