// The life of a mutation, from its Idempotency-Key to its answer (ADR 001, 005 and 006):
//
// 1. `mutate` identifies the request: the key of its receipt and the hash of its fingerprint
//    (request-identity.ts). Nothing is read or written for that.
// 2. It makes an attempt (attempt.ts): the operation reads what it decides on, and the receipt with it
//    (read-to-decide.ts); decides; and commits records and receipt in ONE transaction (commit.ts).
// 3. The attempt ends in an outcome: `committed`; or, when a receipt was there already, `replayed` if it
//    belongs to this request and `mismatch` if not (outcome.ts). The receipt is met by the first read,
//    by the transaction, or by a look before a refusal.
// 4. Or it fails for now, with a RetryableError, and the next attempt follows: at once, on the items that
//    a first lost race brought back, or after a pause, from the beginning (retries.ts).
// 5. Or it is refused. That is final, unless a try of a transaction is unconfirmed (sent-writes.ts): then
//    the request is refused with outcome_unknown instead.
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { RefusalCode } from '../../domain/refusals/refusals.ts';
import type { Item } from '../store/item.ts';
import { withRetries } from '../store/retries.ts';
import { Attempt } from './attempt.ts';
import type { Outcome } from './outcome.ts';
import { readReceipt } from './receipts.ts';
import { RequestIdentity } from './request-identity.ts';
import { SentWrites } from './sent-writes.ts';
import type { MutationScope, MutationSession } from './session.ts';

export interface MutationRequest {
  readonly scope: MutationScope;
  /** SHA-256 over method, path and canonical body, hexadecimal. */
  readonly fingerprint: string;
  readonly remainingMs: () => number;
}

/** Reads, decides and commits within one attempt. Runs again for each attempt. */
export type Decide = (session: MutationSession) => Promise<Outcome>;

/**
 * Carries a mutation out once, however often it is requested (ADR 001). Refuses as `decide` does;
 * with contention when attempts or time run out and nothing was recorded (ADR 005); with
 * outcome_unknown instead of any of these while the store has not confirmed what became of a write
 * (ADR 006).
 */
export async function mutate(request: MutationRequest, decide: Decide): Promise<Outcome> {
  const { scope, fingerprint, remainingMs } = request;
  const identity = await RequestIdentity.of(scope, fingerprint, remainingMs());
  const sent = new SentWrites();
  let attempt: Attempt | undefined;
  try {
    return await withRetries((_, isImmediate) => {
      attempt = attempt?.next({ isImmediate }) ?? new Attempt(identity, sent);
      return makeAttempt({ ...scope, attempt }, decide);
    }, remainingMs);
  } catch (error) {
    throw sent.answerable(error);
  }
}

/**
 * Ends an attempt whose first read brought the receipt. Reads are nested in what an operation decides,
 * so this is the one outcome that cannot be returned: it passes through the operation, which then costs
 * one request and no write. `readToDecide` throws it, `makeAttempt` catches it.
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
    return session.attempt.identity.toOutcome(receipt);
  }
}

// A refusal is final only when no receipt exists: a duplicate that was committed while this request was
// reading may be the very reason for the "no" (it has spent the money, say).
async function findReceipt(error: unknown, session: MutationSession): Promise<Item | undefined> {
  if (error instanceof ReceiptFound) return error.receipt;
  return mayHaveTwin(error) ? readReceipt(session) : undefined;
}

const TOO_LARGE: ReadonlySet<RefusalCode> = new Set(['too_many_writes', 'entry_too_large']);

// A malformed request (400) has no twin; one that has grown too large by the rules of today may.
function mayHaveTwin(error: unknown): boolean {
  return error instanceof Refusal && (error.status !== 400 || TOO_LARGE.has(error.code));
}
