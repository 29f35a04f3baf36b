// The path of a mutation, from its Idempotency-Key to its answer (ADR 001, 005 and 006):
//
// 1. `mutate` identifies the request: the key of its receipt and the hash of its fingerprint
//    (request-identity.ts). This needs no read or write.
// 2. It makes an attempt (attempt.ts). The operation reads the items that it decides on, and with them
//    the receipt (read-to-decide.ts); decides; and commits records and receipt in ONE transaction
//    (commit.ts).
// 3. The attempt ends in an outcome: `committed`, or, if a receipt already exists, `replayed` when it
//    belongs to this request and `mismatch` when not (outcome.ts); `committed` as well when an earlier
//    try wrote it and its answer was lost. The first read finds the receipt, or the transaction does, or
//    the check before a refusal.
// 4. If the attempt fails with a RetryableError, another follows: immediately, on the items that a first
//    lost race returned, or after a pause, with fresh reads (retries.ts).
//    Where requests may wait for contended accounts, one that loses again does so once in between: a
//    combiner posts for it, or returns it (combining/, ADR 125).
// 5. A refusal is final, unless a sent transaction is unconfirmed (sent-writes.ts): then the request is
//    refused with outcome_unknown instead.
import { randomUUID } from 'node:crypto';
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { RefusalCode } from '../../domain/refusals/refusals.ts';
import type { Item } from '../store/item.ts';
import { RetryableError, withRetries } from '../store/retries.ts';
import { Attempt } from './attempt.ts';
import { AccountsContended, readBalanceAccount } from './combining/contention.ts';
import { mayWait, waitForTurn } from './combining/wait-for-turn.ts';
import type { ContendedAccounts, QueueMembership } from './combining/wait-for-turn.ts';
import type { LedgerChange } from './ledger-change.ts';
import type { Outcome } from './outcome.ts';
import { readReceipt } from './receipts.ts';
import { RequestIdentity } from './request-identity.ts';
import { SentWrites } from './transaction/sent-writes.ts';
import type { MutationScope, MutationSession, Session } from './session.ts';

export interface MutationRequest {
  readonly scope: MutationScope;
  /** SHA-256 over method, path and canonical body, hexadecimal. */
  readonly fingerprint: string;
  readonly remainingMs: () => number;
  /** How it waits for contended accounts; absent for a request that only retries (ADR 125). */
  readonly membership?: QueueMembership;
}

/** Reads, decides and commits within one attempt. Called for each attempt. */
export type Decide = (session: MutationSession) => Promise<Outcome>;

/**
 * Carries out a mutation once, however often it is requested (ADR 001). Refuses as `decide` does; with
 * contention when attempts or time run out and nothing was recorded (ADR 005); with outcome_unknown
 * instead of any of these while a sent write is unconfirmed (ADR 006).
 */
export async function mutate(request: MutationRequest, decide: Decide): Promise<Outcome> {
  const { scope, fingerprint, remainingMs } = request;
  const identity = await RequestIdentity.of(scope, fingerprint, remainingMs());
  const sent = new SentWrites();
  const attempts = new MutationAttempts(request, { identity, sent, decide });
  try {
    return await withRetries((_, isImmediate) => attempts.make(isImmediate), remainingMs);
  } catch (error) {
    throw sent.answerable(error);
  }
}

interface AttemptParts {
  readonly identity: RequestIdentity;
  readonly sent: SentWrites;
  readonly decide: Decide;
}

/** The attempts of one request, which may wait once for a contended account between two of them. */
class MutationAttempts {
  readonly #request: MutationRequest;
  readonly #parts: AttemptParts;
  #attempt: Attempt | undefined;
  #queueing: MutationSession['queueing'];

  constructor(request: MutationRequest, parts: AttemptParts) {
    this.#request = request;
    this.#parts = parts;
    this.#queueing = request.membership && 'POSSIBLE';
  }

  async make(isImmediate: boolean): Promise<Outcome> {
    try {
      return await this.#makeNext(isImmediate);
    } catch (error) {
      const { membership } = this.#request;
      if (this.#queueing !== 'POSSIBLE' || !membership) throw error;
      return this.#makeAfterTurn(error, membership);
    }
  }

  #makeNext(isImmediate: boolean): Promise<Outcome> {
    const { identity, sent, decide } = this.#parts;
    const attempt = this.#attempt?.next({ isImmediate }) ?? new Attempt(identity, sent);
    this.#attempt = attempt;
    const queueing = this.#queueing && { queueing: this.#queueing };
    return makeAttempt({ ...this.#request.scope, attempt, ...queueing }, decide);
  }

  async #makeAfterTurn(error: unknown, membership: QueueMembership): Promise<Outcome> {
    const accounts = listContendedAccounts(error, this.#attempt);
    const waiting = { ...this.#request, sent: this.#parts.sent, membership };
    const isContended = error instanceof AccountsContended;
    if (!mayWait(waiting, accounts)) {
      if (!isContended) throw error;
      this.#queueing = 'DONE';
      return this.#makeNext(true);
    }
    this.#queueing = 'DONE';
    const receipt = await waitForTurn(waiting, accounts);
    return (receipt && this.#attempt?.toOutcome(receipt)) ?? this.#makeNext(false);
  }
}

// The accounts of a first lost race do not count: the next attempt follows at once on the items that came back.
function listContendedAccounts(error: unknown, attempt: Attempt | undefined): ContendedAccounts {
  const all = (attempt?.itemsRead ?? []).flatMap((item) => readBalanceAccount(item) ?? []);
  if (error instanceof AccountsContended) return { contended: error.accounts, all };
  const isFirst = error instanceof RetryableError && error.reason === 'lost_race';
  if (!(error instanceof RetryableError) || (isFirst && attempt?.number === 1)) {
    return { contended: [], all };
  }
  const contended = (attempt?.contended ?? []).flatMap((key) => readBalanceAccount(key) ?? []);
  return { contended, all };
}

/**
 * Ends an attempt whose first read found the receipt. The read is nested in the operation's decision,
 * so this outcome cannot be returned: it is thrown through the operation, which then costs one request
 * and no write. `readToDecide` throws it, `makeAttempt` catches it.
 */
export class ReceiptFound extends Error {
  readonly receipt: Item;

  constructor(receipt: Item) {
    super('the receipt was committed before');
    this.name = 'ReceiptFound';
    this.receipt = receipt;
  }
}

async function makeAttempt(session: MutationSession, decide: Decide): Promise<Outcome> {
  try {
    return await decide(session);
  } catch (error) {
    const receipt = await findReceipt(error, session);
    if (!receipt) throw error;
    return session.attempt.toOutcome(receipt);
  }
}

// A refusal is final only if no receipt exists. A duplicate of this request that was committed
// meanwhile may be the reason for the refusal: it may have spent the money.
async function findReceipt(error: unknown, session: MutationSession): Promise<Item | undefined> {
  if (error instanceof ReceiptFound) return error.receipt;
  return mayHaveTwin(error) ? readReceipt(session) : undefined;
}

/** What is malformed by the current limits, settings or day only. */
const MALFORMED_NOW: ReadonlySet<RefusalCode> = new Set([
  'too_many_writes',
  'entry_too_large',
  'invalid_retention',
  'invalid_rule',
]);

// A malformed request (400) was never committed; one that is malformed only now may have been. A caller
// without a permission does not get the answer of a twin.
function mayHaveTwin(error: unknown): boolean {
  if (!(error instanceof Refusal) || error.code === 'permission_denied') return false;
  return error.status !== 400 || MALFORMED_NOW.has(error.code);
}

/** The time for which a record of the identity could be in progress; none ever is. */
const IN_PROGRESS_MS = 60_000;

/** Returns the change that `decide` would commit, and sends nothing (ADR 111). Refuses as `decide` does. */
export async function previewChange(session: Session, decide: Decide): Promise<LedgerChange> {
  // Clients' keys may not contain the character, so that no receipt has this one.
  const idempotencyKey = `!preview-${randomUUID()}`;
  const { tenant } = session;
  const key = { tenant, idempotencyKey };
  const identity = await RequestIdentity.of(key, idempotencyKey, IN_PROGRESS_MS);
  const decided: LedgerChange[] = [];
  const withholdCommit = (change: LedgerChange) => void decided.push(change);
  const attempt = Attempt.withoutCommit(identity, new SentWrites());
  await decide({ ...session, idempotencyKey, attempt, withholdCommit });
  const [change] = decided;
  if (!change) throw new Error(`${session.operation} has nothing to commit`);
  return change;
}
