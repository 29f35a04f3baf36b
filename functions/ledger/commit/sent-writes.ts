// What is known of the transactions that a request has sent. "Nothing was written" is true only when
// the store has said no to every single try: one that got no answer may still be under way, and commit
// after our answer (ADR 006).
import { Refusal } from '../../domain/refusals/refusals.ts';
import type { Deadline } from '../store/store.ts';

export class SentWrites {
  #isUnconfirmed = false;

  /** Whether some try may have been committed, or may yet be, without our knowing. */
  get isUnconfirmed(): boolean {
    return this.#isUnconfirmed;
  }

  /** Notes that something was written, or will be, by a try whose answer is not known. */
  noteUnconfirmed(): void {
    this.#isUnconfirmed = true;
  }

  /**
   * Sends a try, and notes when its end is not known. This belongs below the SDK's own repetitions: of
   * several tries the SDK tells only how the last one ended, and a first one without an answer would go
   * unseen behind a second with a "no".
   */
  watched<Try, Result>(
    send: (one: Try) => Promise<Result>,
    until: Deadline | undefined,
  ): (one: Try) => Promise<Result> {
    return async (one) => {
      // Past the deadline the connection sends nothing any more.
      const isSent = until?.abortSignal.aborted !== true;
      try {
        return await send(one);
      } catch (error) {
        if (isSent && !isNo(error)) this.#isUnconfirmed = true;
        throw error;
      }
    };
  }

  /** What may be answered for the error: no refusal is final while a try is unconfirmed. */
  answerable(error: unknown): unknown {
    if (!this.#isUnconfirmed || !(error instanceof Refusal)) return error;
    const unknown = new Refusal(
      'outcome_unknown',
      'The store did not confirm whether the request was carried out. Repeat it with the same ' +
        'Idempotency-Key: it is done once at most, and you get its answer.',
    );
    // The cause goes into the log, and the sentence of a refusal may name balances and customers.
    unknown.cause = error.status === 503 ? error : new Error(`refused with ${error.code}`);
    return unknown;
  }
}

const IN_PROGRESS = 'TransactionInProgressException';

// A 5xx of the store says nothing about the write, an answer that is cut short neither, and a
// transaction that is in progress is one of ours.
function isNo(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === IN_PROGRESS) return false;
  const { $metadata: answered } = error as { $metadata?: { httpStatusCode?: number } };
  const status = answered?.httpStatusCode ?? 0;
  return status >= 400 && status < 500;
}
