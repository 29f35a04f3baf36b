// Decides one intent, as its operation decides a request of its own, and sends nothing (ADR 125).
import type { RuleFailure } from '../../../domain/rules/failing-rules.ts';
import type { Item } from '../../store/item.ts';
import type { Store } from '../../store/store.ts';
import { Attempt } from '../attempt.ts';
import { RequestIdentity } from '../request-identity.ts';
import type { Session } from '../session.ts';
import type { QueuedIntent } from './intents.ts';
import type { DecidedIntent } from './merged-transaction.ts';

/** Carries out the operation of an intent within the session, which withholds its commit. */
export type PerformIntent = (session: Session, intent: QueuedIntent, now: Date) => Promise<unknown>;

interface DecisionSetup {
  readonly store: Store;
  readonly tenant: string;
  readonly perform: PerformIntent;
  readonly reportRuleFailure?: ((failure: RuleFailure) => void) | undefined;
}

/** Powertools wants to know it; no record is ever in progress. */
const IN_PROGRESS_MS = 60_000;

/**
 * What the operation decides for the intent on these balances; undefined if it refuses or fails, for whatever reason:
 * the owner then decides alone, and its answer says why.
 */
export async function decideIntent(
  { store, tenant, perform, reportRuleFailure }: DecisionSetup,
  intent: QueuedIntent,
  balances: ReadonlyMap<string, Item>,
): Promise<DecidedIntent | undefined> {
  const { actor, actorKind, correlationId, operation, idempotencyKey, fingerprint, salt } = intent;
  const key = { tenant, idempotencyKey };
  const identity = await RequestIdentity.of(key, fingerprint, IN_PROGRESS_MS);
  const decided: DecidedIntent[] = [];
  const session: Session = {
    store,
    tenant,
    actor,
    actorKind,
    correlationId,
    operation,
    idempotencyKey,
    reportRuleFailure,
    attempt: Attempt.onItems(identity, [...balances.values()]),
    receiptSalt: salt,
    withholdCommit: (change, receipt) => void decided.push({ intent, change, receipt }),
  };
  try {
    await perform(session, intent, new Date());
  } catch {
    return undefined;
  }
  return decided[0];
}
