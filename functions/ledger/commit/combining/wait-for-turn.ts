// What a request does that waits for a contended account: it leaves an intent, and combines if no one else does
// (ADR 125).
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredCall } from '../../../domain/requests/change-requests.ts';
import { Refusal } from '../../../domain/refusals/refusals.ts';
import type { Item } from '../../store/item.ts';
import { RetryableError } from '../../store/retries.ts';
import { SALT_BYTES } from '../receipts.ts';
import type { SentWrites } from '../transaction/sent-writes.ts';
import type { MutationScope } from '../session.ts';
import { AccountQueue } from './account-queue.ts';
import type { QueueView } from './account-queue.ts';
import { Combiner } from './combiner.ts';
import type { CombiningStep } from './combining-counts.ts';
import type { PerformIntent } from './decide-intent.ts';
import { buildIntentKey } from './intents.ts';
import type { QueuedIntent } from './intents.ts';

/** How a request takes part in queues. */
export interface QueueMembership {
  /** The valid request, as a combiner of the same operation carries it out. */
  readonly request: StoredCall;
  readonly perform: PerformIntent;
  readonly reportCombining?: (step: CombiningStep) => void;
}

/** The accounts because of which a request waits, and all that it decides on. */
export interface ContendedAccounts {
  /** At least one. */
  readonly contended: readonly string[];
  readonly all: readonly string[];
}

/** A request that is about to wait. */
export interface QueueingRequest {
  readonly scope: MutationScope;
  readonly fingerprint: string;
  readonly sent: SentWrites;
  readonly remainingMs: () => number;
  readonly membership: QueueMembership;
}

/** Larger requests retry: a transaction of several has 4 MB. */
const REQUEST_BYTES_MAX = 16_384;
const ACCOUNTS_MAX = 10;
/** Time kept free for what follows: taking the intent back, an attempt and the answer. */
const RESERVE_MS = 3_500;
/** A pause between two looks is between one and two of these: a sixteenth of the time waited so far, within limits. */
const LOOK_MS = { least: 25, most: 250, share: 1 / 16 };
/** How long one request combines before another takes its place. */
const COMBINING_MS = 3_000;
const COMBINING_MIN_MS = 500;

/** Whether the request can wait: it is small enough, and has time. */
export function mayWait(
  { membership, remainingMs, scope }: QueueingRequest,
  { all, contended }: ContendedAccounts,
): boolean {
  const isSmall =
    all.length <= ACCOUNTS_MAX &&
    Buffer.byteLength(JSON.stringify(membership.request)) <= REQUEST_BYTES_MAX;
  const isPossible = scope.store.intentsTable !== undefined && contended.length > 0;
  return isPossible && isSmall && remainingMs() > RESERVE_MS;
}

/**
 * Leaves an intent in the queue of the contended account that comes first, and returns when it waits no longer: with
 * the receipt if it has seen it. Without it, an attempt finds it or decides alone. Refuses with contention
 * if the intent was taken back when the time was over; nothing was recorded then, and nothing will be.
 */
export async function waitForTurn(
  waiting: QueueingRequest,
  { contended, all }: ContendedAccounts,
): Promise<Item | undefined> {
  const { scope, remainingMs, sent } = waiting;
  const { store, tenant } = scope;
  const [account = ''] = contended.toSorted();
  const queue = new AccountQueue(store, store.intentsTable ?? '', tenant, account);
  const untilMs = Date.now() + remainingMs() - RESERVE_MS;
  const intent = buildIntent(waiting, queue, all, untilMs);
  sent.noteSalt(intent.salt);
  await queue.put(intent, sent);
  return new TurnWaiter(waiting, queue, intent).wait();
}

function buildIntent(
  { scope, fingerprint, membership }: QueueingRequest,
  queue: AccountQueue,
  accounts: readonly string[],
  untilMs: number,
): QueuedIntent {
  const { operation, actor, actorKind = 'SERVICE', correlationId, idempotencyKey } = scope;
  const { request } = membership;
  const caller = { operation, request, actor, actorKind, correlationId };
  return {
    key: buildIntentKey(queue.partition, new Date()),
    ...caller,
    idempotencyKey,
    fingerprint,
    salt: randomBytes(SALT_BYTES),
    accounts,
    untilMs,
  };
}

class TurnWaiter {
  readonly #waiting: QueueingRequest;
  readonly #queue: AccountQueue;
  readonly #intent: QueuedIntent;

  constructor(waiting: QueueingRequest, queue: AccountQueue, intent: QueuedIntent) {
    this.#waiting = waiting;
    this.#queue = queue;
    this.#intent = intent;
  }

  async wait(): Promise<Item | undefined> {
    const since = Date.now();
    while (this.#waiting.remainingMs() > RESERVE_MS) {
      const { isWaiting, isLed, receipt } = await this.#look();
      if (!isWaiting) return receipt;
      const combiner = isLed ? undefined : await this.#combine();
      const own = combiner?.findReceipt(this.#intent.idempotencyKey);
      if (own) return own;
      if (!combiner) await pauseBetweenLooks(Date.now() - since);
    }
    if (await this.#takeBack()) throw buildContention();
    return undefined;
  }

  // While the store does not answer, the intent may still wait.
  async #look(): Promise<QueueView> {
    try {
      return await this.#queue.view(this.#intent);
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      return { isWaiting: true, isLed: true, receipt: undefined };
    }
  }

  /** Combines, if no one else does; undefined if it has not. */
  async #combine(): Promise<Combiner | undefined> {
    const { scope, membership } = this.#waiting;
    const { store, tenant, reportRuleFailure } = scope;
    const holder = this.#intent.key.SK;
    const until = Math.min(Date.now() + COMBINING_MS, this.#intent.untilMs);
    if (until - Date.now() < COMBINING_MIN_MS || !(await this.#takeLease(holder))) return;
    membership.reportCombining?.({ kind: 'leased' });
    const queue = this.#queue;
    const setup = { store, tenant, queue, reportRuleFailure, ...membership };
    const combiner = new Combiner(setup, holder);
    await combiner.run(until);
    return combiner;
  }

  async #takeLease(holder: string): Promise<boolean> {
    try {
      return await this.#queue.takeLease(holder);
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      return false;
    }
  }

  /** Whether the intent was there and never will be again. */
  async #takeBack(): Promise<boolean> {
    try {
      return await this.#queue.remove(this.#intent.key);
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      // A combiner may still post it.
      this.#waiting.sent.noteUnconfirmed();
      throw error;
    }
  }
}

function pauseBetweenLooks(waitedMs: number): Promise<void> {
  const { least, most, share } = LOOK_MS;
  const pauseMs = Math.min(most, Math.max(least, waitedMs * share));
  return sleep(pauseMs * (1 + Math.random()));
}

function buildContention(): Refusal {
  return new Refusal(
    'contention',
    'Others kept changing the same accounts. ' +
      'The request recorded nothing: retry it with the same Idempotency-Key.',
  );
}
