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
  /**
   * The requests carried out. What a busy engine was asked again is there once; while faults are chosen, each try is
   * there.
   */
  readonly requests: ObservedRequest[];
}

/** Starts the proxy; `report` gets each try of a request, too. */
export async function startFaultProxy(
  report?: (request: ObservedRequest) => void,
): Promise<ObservingFaultProxy> {
  const faults = await startStoreFaultProxy(readEngineEndpoint);
  const requests: ObservedRequest[] = [];
  const invocations = new Set<string>();
  let hasFaults = false;
  faults.watch((request) => {
    const { invocation } = request;
    if (hasFaults || !invocations.has(invocation)) requests.push(request);
    invocations.add(invocation);
    report?.(request);
  });
  return {
    ...faults,
    requests,
    fail: (choose) => {
      hasFaults = true;
      faults.fail(choose);
    },
    heal: () => {
      hasFaults = false;
      faults.heal();
    },
  };
}
