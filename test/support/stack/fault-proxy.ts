// A proxy in front of the engine of the tests that injects faults and records all requests.
import { startStoreFaultProxy } from '../../../tools/soak/faults/store-faults.ts';
import type {
  StoreFault,
  ObservedRequest,
  StoreFaultProxy,
} from '../../../tools/soak/faults/store-faults.ts';
import { readEngineEndpoint } from './tables.ts';

export type { StoreFault, ObservedRequest };

export interface ObservingFaultProxy extends StoreFaultProxy {
  readonly requests: ObservedRequest[];
}

export async function startFaultProxy(): Promise<ObservingFaultProxy> {
  const faults = await startStoreFaultProxy(readEngineEndpoint);
  const requests: ObservedRequest[] = [];
  faults.watch((request) => requests.push(request));
  return { ...faults, requests };
}
