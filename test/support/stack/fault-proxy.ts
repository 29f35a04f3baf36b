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

/** Starts the proxy; `report` gets each request, too. */
export async function startFaultProxy(
  report?: (request: ObservedRequest) => void,
): Promise<ObservingFaultProxy> {
  const faults = await startStoreFaultProxy(readEngineEndpoint);
  const requests: ObservedRequest[] = [];
  faults.watch((request) => {
    requests.push(request);
    report?.(request);
  });
  return { ...faults, requests };
}
