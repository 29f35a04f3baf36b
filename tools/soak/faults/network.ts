// The network between the clients and the product: loses answers and cuts requests short.
import type { RunnerConnection } from '../runner.ts';

/** `loses`: some answers never arrive. `hurries`: some clients do not wait for theirs. */
export type NetworkCondition = 'good' | 'loses' | 'hurries';

export interface SoakNetwork {
  condition: NetworkCondition;
  /** How often each status was answered, and how often there was no answer. */
  readonly counts: Map<string, number>;
  /** Keys of which some attempt had no answer, or none that says what became of it. */
  readonly uncertain: Set<string>;
  fetchTo(api: 'ledger' | 'workbench'): typeof fetch;
}

const SHARE = 0.25;
const SHORT_TIMEOUT_MS = 60;

/** Sends to the current address of the product. */
export function buildNetwork(place: () => RunnerConnection, draw: () => number): SoakNetwork {
  const network: SoakNetwork = {
    condition: 'good',
    counts: new Map(),
    uncertain: new Set(),
    fetchTo: (api) => async (input, init) => {
      const origin = api === 'ledger' ? place().base_url : place().workbench_url;
      const asked = new Request(input, init);
      const { pathname, search } = new URL(asked.url);
      const isStruck = draw() < SHARE;
      const isHurried = isStruck && network.condition === 'hurries';
      const timeouts = isHurried
        ? [AbortSignal.timeout(1 + Math.floor(draw() * SHORT_TIMEOUT_MS))]
        : [];
      const signal = AbortSignal.any([asked.signal, ...timeouts]);
      try {
        const answer = await fetch(new Request(`${origin}${pathname}${search}`, asked), { signal });
        countOutcome(network, asked, answer.status);
        if (!isStruck || network.condition !== 'loses') return answer;
        await answer.arrayBuffer();
      } catch (error) {
        countOutcome(network, asked);
        throw error;
      }
      countOutcome(network, asked);
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
