// What must hold in every state of the protocol model.
import { keyOf } from './store-calls.ts';
import type { ProtocolSetup, World } from './world.ts';

/** The names of the invariants that the state violates. */
export function listViolations(world: World, setting: ProtocolSetup): string[] {
  return Object.entries(invariants)
    .filter(([, holds]) => !holds(world, setting))
    .map(([name]) => name);
}

const invariants: Readonly<Record<string, (world: World, setting: ProtocolSetup) => boolean>> = {
  'no key is posted twice': ({ store }, { keys }) => {
    const posted = store.entries.map(({ request }) => keyOf(keys, request));
    return new Set(posted).size === posted.length;
  },
  'each balance follows from the one before': ({ store }, { balance }) =>
    store.version === store.entries.length &&
    store.entries.every((entry, index) => entry.balanceAfter === balance - index - 1),
  'no balance is negative': ({ store }) => store.balance >= 0,
  'postings and receipts exist together': ({ store }, { keys }) => {
    const posted = new Set(store.entries.map(({ request }) => keyOf(keys, request)));
    return posted.size === store.receipts.length && store.receipts.every((key) => posted.has(key));
  },
  'what is acknowledged is posted': ({ store, owners }, { keys }) =>
    owners.every(
      ({ phase }, request) => phase !== 'posted' || store.receipts.includes(keyOf(keys, request)),
    ),
  'what is declined is never posted': ({ store, owners }) =>
    store.entries.every(({ request }) => {
      const phase = owners[request]?.phase;
      return phase !== 'contention' && phase !== 'refused';
    }),
  'funds are refused only when they are spent': ({ store, owners }) =>
    owners.every(({ phase }) => phase !== 'refused') || store.balance === 0,
};
