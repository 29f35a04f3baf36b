// The only way to change the ledger: one TransactWriteItems with the receipt first. mutation.ts
// describes the whole path around it.
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { Refusal, refuseIf } from '../../domain/refusals/refusals.ts';
import { RetryableError } from '../store/retries.ts';
import { buildIdGenerator } from '../store/ids.ts';
import type { Item } from '../store/item.ts';
import { formatKey } from '../store/keys.ts';
import type { Attempt } from './attempt.ts';
import { buildPutOnce } from './conditional-writes.ts';
import type { Outcome } from './outcome.ts';
import type { RequestIdentity } from './request-identity.ts';
import { describeTooManyItems, ITEMS_MAX } from './ledger-change.ts';
import type { LedgerChange, TransactItem, Write } from './ledger-change.ts';
import { toReceiptItem } from './receipts.ts';
import { attemptOf } from './session.ts';
import type { Session } from './session.ts';
import { fromAttributes } from '../store/store.ts';
import {
  AccountsContended,
  isContended,
  markContendedWrites,
  readBalanceAccount,
  readItemKey,
} from './combining/contention.ts';
import {
  isConditionFailed,
  isConflict,
  isTransientReason,
  sendTransaction,
} from './transaction/send-transaction.ts';

export type { LedgerChange, Write } from './ledger-change.ts';

/**
 * Commits the change with its receipt, all or nothing, and returns the outcome: `committed`, or the
 * outcome of the receipt that already exists (docs/contract.md, Idempotency; ADR 001). Throws the
 * write's refusal when its condition failed for good, and a RetryableError when another attempt may
 * succeed. Refuses with entry_too_large when one receipt cannot hold the change. Where the session has
 * something to do instead, it does that (docs/controls.md). Refuses with too_many_writes what is more than one
 * transaction.
 */
export function commit(session: Session, change: LedgerChange): Promise<Outcome> {
  return session.commitInstead?.(change) ?? commitNow(session, change);
}

/** Commits the change whatever the session would do instead; otherwise as `commit`. */
export async function commitNow(session: Session, change: LedgerChange): Promise<Outcome> {
  const { store } = session;
  const attempt = attemptOf(session);
  const writes = prepareWrites(session, change);
  const text = JSON.stringify(change.body);
  const receipt = buildReceipt(session, attempt.identity, change, { text });
  const items = [buildPutOnce(store.receiptsTable, receipt), ...writes.map(({ action }) => action)];
  refuseIf(items.length > ITEMS_MAX, 'too_many_writes', describeTooManyItems(items.length));
  if (session.withholdCommit) {
    session.withholdCommit(change, receipt);
    return { kind: 'committed', status: change.status, text };
  }
  await change.beforeCommit?.();
  attempt.sent.noteReceipt(receipt);
  const existing = await sendChange(session, items, writes);
  return existing
    ? attempt.toOutcome(existing)
    : { kind: 'committed', status: change.status, text };
}

// Where requests may wait for a contended account (ADR 125): throws AccountsContended instead of joining the race,
// and shows by a mark on the balance that there was one.
function prepareWrites(session: Session, { writes }: LedgerChange): readonly Write[] {
  if (session.queueing === undefined) return writes;
  const { itemsRead, moved } = attemptOf(session);
  const now = new Date();
  if (session.queueing === 'POSSIBLE') {
    const replaced = new Set(writes.map(({ action }) => formatKey(readItemKey(action))));
    const contended = itemsRead.filter((item) => isContended(item, now));
    const accounts = contended
      .filter((item) => replaced.has(formatKey(item)))
      .flatMap((item) => readBalanceAccount(item) ?? []);
    if (accounts.length > 0) throw new AccountsContended(accounts);
  }
  return markContendedWrites(writes, moved, now);
}

/**
 * The receipt of a change under an identity, by the session's actor; `now` is its time, and `text` that of
 * its answer. Refuses with entry_too_large.
 */
export function buildReceipt(
  session: Session,
  identity: RequestIdentity,
  { events: drafts, status, body }: LedgerChange,
  { now = new Date(), text = JSON.stringify(body) } = {},
): Item {
  const { shards } = session.store;
  const newId = buildIdGenerator(shards)(now);
  const events = drafts.map((event) => ({ ...event, id: newId('evt') }));
  return toReceiptItem({ ...session, identity, shards }, { status, text }, events, now);
}

// Sends the transaction; returns the receipt if it already exists.
async function sendChange(
  session: Session,
  items: TransactItem[],
  writes: readonly Write[],
): Promise<Item | undefined> {
  const attempt = attemptOf(session);
  const reasons = await sendTransaction(session.store, attempt.sent, items);
  if (!reasons) return undefined;
  const [receipt] = reasons;
  if (isConditionFailed(receipt) && receipt?.Item) return fromAttributes(receipt.Item);
  throw failureOf(attempt, reasons, writes);
}

// The reasons of a cancelled transaction are in the order of its items: the receipt's is first.
function failureOf(
  attempt: Attempt,
  [receipt, ...reasons]: readonly CancellationReason[],
  writes: readonly Write[],
): Error {
  if (isConditionFailed(receipt)) {
    attempt.sent.noteUnconfirmed();
    return new RetryableError('unanswered', 'the receipt exists but was not returned');
  }
  const failed = writes.filter((_, index) => isConditionFailed(reasons[index]));
  const refused = failed.find(({ otherwise }) => otherwise !== 'retry');
  if (refused && refused.otherwise !== 'retry') {
    return new Refusal(refused.otherwise, 'The record changed while the request was decided.');
  }
  if (failed.length > 0) {
    attempt.noteReturned(findReturnedItems(reasons));
    attempt.noteContended(failed.map(({ action }) => readItemKey(action)));
    return new RetryableError('lost_race', 'lost the race');
  }
  const isTransient = [receipt, ...reasons].some(isTransientReason);
  const busy = writes.filter((_, index) => isConflict(reasons[index]));
  attempt.noteContended(busy.map(({ action }) => readItemKey(action)));
  // Reasons contain whole items, which must not be logged: log only their codes.
  const codes = [receipt, ...reasons].map((reason) => reason?.Code ?? '?').join(', ');
  return isTransient
    ? new RetryableError('busy', codes)
    : new Error(`transaction cancelled: ${codes}`);
}

function findReturnedItems(reasons: readonly CancellationReason[]): Item[] {
  return reasons.flatMap((reason) =>
    isConditionFailed(reason) && reason.Item ? [fromAttributes(reason.Item)] : [],
  );
}
