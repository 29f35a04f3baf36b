// One request's view of the ledger: whose it is, and what it has learned on the way.
import type { Item } from '../journal/items.ts';
import type { Store } from '../store/store.ts';

export interface Session {
  readonly store: Store;
  readonly tenant: string;
  /** The subject of the token. */
  readonly actor: string;
  readonly correlationId: string;
  readonly operation: string;
  /** Absent on reads. */
  readonly idempotencyKey?: string;
  /** The items that the present attempt decides on, by the names of their keys. */
  readonly read: Map<string, Item>;
  /** As `read`, brought up to date by a lost race: the next attempt decides on these, unasked. */
  readonly returned: Map<string, Item>;
  /** The names of the keys whose items were found changed: a remembered copy is stale for good. */
  readonly moved: Set<string>;
}

export type MutationSession = Session & { readonly idempotencyKey: string };

/** Narrows to a session that may write; a read that tries to commit is a bug. */
export function requireMutationSession(session: Session): MutationSession {
  const { idempotencyKey } = session;
  if (idempotencyKey === undefined) throw new Error(`${session.operation} is not idempotent`);
  return { ...session, idempotencyKey };
}
