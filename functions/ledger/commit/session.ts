// What the ledger's functions work with: the request, which stays the same, and the current attempt.
import type { RuleFailure } from '../../domain/rules/failing-rules.ts';
import type { ActorKind } from '../../domain/values/service-subjects.ts';
import type { Item } from '../store/item.ts';
import type { Store } from '../store/store.ts';
import type { Attempt } from './attempt.ts';
import type { LedgerChange } from './ledger-change.ts';
import type { Outcome } from './outcome.ts';

/** What stays the same for a whole request. */
export interface RequestScope {
  readonly store: Store;
  readonly tenant: string;
  /** The subject of the token. */
  readonly actor: string;
  readonly correlationId: string;
  readonly operation: string;
  /** Whether a person or a service calls; absent in tasks. */
  readonly actorKind?: ActorKind;
  /** Absent on reads. */
  readonly idempotencyKey?: string;
  /** Logs and counts a product rule that fails; absent in tasks, which judge no rules. */
  readonly reportRuleFailure?: ((failure: RuleFailure) => void) | undefined;
}

/** A request that may write. */
export type MutationScope = RequestScope & { readonly idempotencyKey: string };

/** Whether the request may write. */
export function isMutation(scope: RequestScope): scope is MutationScope {
  return scope.idempotencyKey !== undefined;
}

/** A request with its current attempt. */
export interface Session extends RequestScope {
  /** Absent on reads. */
  readonly attempt?: Attempt;
  /** The change request whose approval carries the operation out: two operators take part in it already. */
  readonly approvedRequestId?: string;
  /** Takes the place of the commit where a second operator is involved (docs/controls.md). */
  readonly commitInstead?: (change: LedgerChange) => Promise<Outcome>;
  /** Receives the change of a preview or of an intent, with its receipt; the session sends nothing. */
  readonly withholdCommit?: (change: LedgerChange, receipt: Item) => void;
  /** The random bytes of the receipt, where they were chosen before. */
  readonly receiptSalt?: Uint8Array;
  /** Whether the request may wait in the queue of a contended account, or has; absent where it never does. */
  readonly queueing?: 'POSSIBLE' | 'DONE';
}

/** A session of a mutation. */
export type MutationSession = Session & { readonly attempt: Attempt };

/** The attempt of a mutation; throws on reads, because a read that commits is a bug. */
export function attemptOf({ attempt, operation }: Session): Attempt {
  if (!attempt) throw new Error(`${operation} is not idempotent`);
  return attempt;
}
