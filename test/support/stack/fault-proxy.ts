// The faults of a store before the engine of the tests, with a note of all that was asked of it.
import { startStoreFaults } from '../../../tools/soak/faults/store-faults.ts';
import type { Fault, SeenRequest, StoreFaults } from '../../../tools/soak/faults/store-faults.ts';
import { engineEndpoint } from './tables.ts';

export type { Fault, SeenRequest };

export interface FaultProxy extends StoreFaults {
  readonly requests: SeenRequest[];
}

export async function startFaultProxy(): Promise<FaultProxy> {
  const faults = await startStoreFaults(engineEndpoint);
  const requests: SeenRequest[] = [];
  faults.watch((request) => requests.push(request));
  return { ...faults, requests };
}
