// What is known about the transactions that a request has sent. "Nothing was written" holds only if the
// store declined every try: one without an answer may still be under way and commit after the request
// is answered (ADR 006).
import type { TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { Refusal } from '../../../domain/refusals/refusals.ts';
import type { Item } from '../../store/item.ts';
import { isDeclined } from '../../store/store.ts';
import type { Deadline } from '../../store/store.ts';

/** Below the SDK's retries and signing, around sending the request and reading its answer. */
const EACH_TRY = {
  name: 'watchedTry',
  step: 'deserialize',
  priority: 'high',
  override: true,
} as const;

// The middleware sees no input and no output, so that one type of command stands for all.
type WatchedCommand = Pick<TransactWriteItemsCommand, 'middlewareStack'>;

export class SentWrites {
  #isUnconfirmed = false;
  /** The random bytes of the receipts that others may write for this request, hexadecimal. */
  readonly #salts = new Set<string>();
  /** The digests of the receipts in the transactions: each differs, because it has ids of its own. */
  readonly #receipts = new Set<string>();

  /** Whether some try may have been committed, or may still be, without confirmation. */
  get isUnconfirmed(): boolean {
    return this.#isUnconfirmed;
  }

  /** Notes that a try whose answer is unknown has written something or may still do so. */
  noteUnconfirmed(): void {
    this.#isUnconfirmed = true;
  }

  /** Notes a receipt that is about to be sent. */
  noteReceipt(receipt: Item): void {
    this.#receipts.add(formatDigest(receipt));
  }

  /** Notes the random bytes of a receipt that another request may write in the name of this one. */
  noteSalt(salt: Uint8Array): void {
    this.#salts.add(Buffer.from(salt).toString('hex'));
  }

  /** Whether this request has sent the receipt, or another one in its name. */
  hasReceipt(receipt: Item): boolean {
    return this.#receipts.has(formatDigest(receipt)) || this.#salts.has(formatSalt(receipt));
  }

  /** Watches every try of the command. */
  watch(command: { readonly middlewareStack: unknown }, until: Deadline | undefined): void {
    const { middlewareStack } = command as WatchedCommand;
    middlewareStack.add((next) => this.watched(next, until), EACH_TRY);
  }

  /**
   * Sends a try, and notes if its result stays unknown. This must run below the SDK's retries: the SDK
   * reports only the last of several tries, so that a declined second one would hide a first one
   * without an answer.
   */
  watched<Try, Result>(
    send: (one: Try) => Promise<Result>,
    until: Deadline | undefined,
  ): (one: Try) => Promise<Result> {
    return async (one) => {
      // Past the deadline the connection no longer sends anything.
      const isSent = until?.abortSignal.aborted !== true;
      try {
        return await send(one);
      } catch (error) {
        if (isSent && !isDeclined(error)) this.#isUnconfirmed = true;
        throw error;
      }
    };
  }

  /** The error to answer with: no refusal is final while a try is unconfirmed. */
  answerable(error: unknown): unknown {
    if (!this.#isUnconfirmed || !(error instanceof Refusal)) return error;
    const unknown = new Refusal(
      'outcome_unknown',
      'The store did not confirm whether the request was carried out. Retry it with the same ' +
        'Idempotency-Key: it takes effect once at most, and you get its answer.',
    );
    // The cause is logged, and the message of a refusal may name balances and customers.
    unknown.cause = error.status === 503 ? error : new Error(`refused with ${error.code}`);
    return unknown;
  }
}

// A receipt of an earlier version may have no digest (ADR 074); a sent one always has.
function formatDigest({ digest }: Item): string {
  return formatBytes(digest);
}

function formatSalt({ salt }: Item): string {
  return formatBytes(salt);
}

function formatBytes(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : '';
}
