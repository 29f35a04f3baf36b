// The steps of a combiner: it reads what waits, decides it in order, and posts it in one transaction. What
// it cannot post it removes, so that the owner decides alone. The lease is left out: it must not matter.
import { keyOf } from './store-calls.ts';
import type { CallResult } from './store-calls.ts';
import { IDLE } from './world.ts';
import type { CombinerState, ProtocolSetup, StoreState } from './world.ts';

/** A combiner that waits for the result of a call has no steps of its own until then. */
export function listCombinerSteps(
  combiner: CombinerState,
  store: StoreState,
  setting: ProtocolSetup,
): CombinerState[] {
  if (combiner.call) return [];
  const { phase, found } = combiner;
  if (phase === 'idle') {
    return store.intents.length === 0 ? [] : [{ phase: 'deciding', found: store.intents }];
  }
  if (phase === 'deciding') return [decideInOrder(found, store, setting)];
  return [];
}

function remove([request, ...others]: readonly number[]): CombinerState {
  if (request === undefined) return IDLE;
  return { phase: 'removing', found: others, call: { kind: 'remove', request } };
}

function decideInOrder(
  found: readonly number[],
  { balance, version }: StoreState,
  { keys }: ProtocolSetup,
): CombinerState {
  // A transaction holds one item once: of two intents with one key, the later one waits.
  const isFirst = (request: number, index: number) =>
    found.findIndex((other) => keyOf(keys, other) === keyOf(keys, request)) === index;
  const decided = found.filter(isFirst);
  const postings = decided.slice(0, balance);
  const refused = decided.slice(balance);
  if (postings.length === 0) return remove(refused);
  const call = { kind: 'transaction', postings, intents: postings, version } as const;
  return { phase: 'posting', found: refused, call };
}

/** What follows the result of the combiner's call. */
export function listCombinerReplies(
  { phase, found }: CombinerState,
  { isDone, receipted }: CallResult,
  { defect }: ProtocolSetup,
): CombinerState[] {
  if (phase === 'removing' || isDone) return [remove(found)];
  return [remove(defect === 'leaves-what-is-posted' ? [] : receipted)];
}
