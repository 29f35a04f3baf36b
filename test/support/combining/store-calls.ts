// What the store does with a call, atomically, as DynamoDB does with a conditional write or a transaction.
import type { ProtocolSetup, StoreCall, StoreState } from './world.ts';

export interface CallResult {
  readonly store: StoreState;
  /** The call has taken effect. */
  readonly isDone: boolean;
  /** The requests of a declined transaction whose receipt exists. */
  readonly receipted: readonly number[];
}

/** Carries out a call on the store. */
export function applyCall(store: StoreState, call: StoreCall, setting: ProtocolSetup): CallResult {
  if (call.kind === 'transaction') return applyTransaction(store, call, setting);
  const { request, kind } = call;
  const exists = store.intents.includes(request);
  const others = store.intents.filter((one) => one !== request);
  if (kind === 'remove') {
    return { store: { ...store, intents: others }, isDone: exists, receipted: [] };
  }
  const intents = exists ? store.intents : [...store.intents, request].toSorted();
  return { store: { ...store, intents }, isDone: true, receipted: [] };
}

function applyTransaction(
  store: StoreState,
  { postings, intents, version }: Extract<StoreCall, { kind: 'transaction' }>,
  { keys, balance, defect }: ProtocolSetup,
): CallResult {
  const receipted =
    defect === 'receipt-overwrites'
      ? []
      : postings.filter((request) => store.receipts.includes(keyOf(keys, request)));
  const isStale = defect !== 'balance-without-version' && version !== store.version;
  const isTakenBack =
    defect !== 'deletes-without-condition' &&
    intents.some((request) => !store.intents.includes(request));
  if (receipted.length > 0 || isStale || isTakenBack) return { store, isDone: false, receipted };
  // The balances after the postings are those that the sender computed from the version it has read.
  const before = store.entries[version - 1]?.balanceAfter ?? balance;
  const entries = postings.map((request, index) => {
    return { request, balanceAfter: before - index - 1 };
  });
  return {
    store: {
      version: version + entries.length,
      balance: before - entries.length,
      entries: [...store.entries, ...entries],
      receipts: [...new Set([...store.receipts, ...postings.map((one) => keyOf(keys, one))])],
      intents: store.intents.filter((request) => !intents.includes(request)),
    },
    isDone: true,
    receipted: [],
  };
}

/** The idempotency key of a request. */
export function keyOf(keys: readonly number[], request: number): number {
  return keys[request] ?? -1;
}
