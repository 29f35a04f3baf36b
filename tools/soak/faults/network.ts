// The network between the clients and the product, which can lose answers and abort requests.
import type { RunnerConnection } from './runner.ts';

/** `lossy`: some answers never arrive. `short-timeouts`: some clients abort before their answer. */
export type NetworkCondition = 'lossy' | 'short-timeouts';

export interface SoakNetwork {
  /** The conditions now, each with the report of every request that suffers it. */
  readonly conditions: Map<NetworkCondition, (what: string) => void>;
  /** The number of attempts, by status; `none` means no answer. */
  readonly counts: Map<string, number>;
  /** Keys with an attempt that had no answer, or one that leaves the outcome open. */
  readonly uncertain: Set<string>;
  fetchTo(api: 'ledger' | 'workbench'): typeof fetch;
}

const DISTURBED_SHARE = 0.25;
const SHORT_TIMEOUT_MS = 60;

/** Sends each request to the current address of the product. */
export function buildNetwork(
  getConnection: () => RunnerConnection,
  draw: () => number,
): SoakNetwork {
  const network: SoakNetwork = {
    conditions: new Map(),
    counts: new Map(),
    uncertain: new Set(),
    fetchTo: (api) => async (input, init) => {
      const origin = api === 'ledger' ? getConnection().base_url : getConnection().workbench_url;
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const what = `${request.method} of the ${api}`;
      const pick = (condition: NetworkCondition) => {
        const report = network.conditions.get(condition);
        return report !== undefined && draw() < DISTURBED_SHARE ? report : undefined;
      };
      const [abort, lose] = [pick('short-timeouts'), pick('lossy')];
      const timeouts = abort
        ? [AbortSignal.timeout(1 + Math.floor(draw() * SHORT_TIMEOUT_MS))]
        : [];
      const signal = AbortSignal.any([request.signal, ...timeouts]);
      try {
        const answer = await fetch(new Request(`${origin}${pathname}${search}`, request), {
          signal,
        });
        countOutcome(network, request, answer.status);
        if (lose === undefined) return answer;
        await answer.arrayBuffer();
      } catch (error) {
        if (timeouts[0]?.aborted) abort?.(what);
        countOutcome(network, request);
        throw error;
      }
      lose(what);
      countOutcome(network, request);
      throw new TypeError('The answer was lost.');
    },
  };
  return network;
}

function countOutcome(
  { counts, uncertain }: SoakNetwork,
  { headers }: Request,
  status?: number,
): void {
  const name = String(status ?? 'none');
  counts.set(name, (counts.get(name) ?? 0) + 1);
  const key = headers.get('Idempotency-Key');
  if (key !== null && (status === undefined || status >= 500)) uncertain.add(key);
}
