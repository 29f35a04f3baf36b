// Posts what waits in the queue of an account: several intents in each transaction (ADR 125). Nothing here needs the
// lease to be right: a second combiner, or one that wakes after its lease has ended, only makes a transaction fail.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import type { RuleFailure } from '../../../domain/rules/failing-rules.ts';
import { batchGet } from '../../store/batch-get.ts';
import type { Item } from '../../store/item.ts';
import { formatKey, keys } from '../../store/keys.ts';
import type { Key } from '../../store/keys.ts';
import { RetryableError } from '../../store/retries.ts';
import type { Store } from '../../store/store.ts';
import {
  isConditionFailed,
  isConflict,
  isTransientReason,
  sendTransaction,
} from '../transaction/send-transaction.ts';
import { SentWrites } from '../transaction/sent-writes.ts';
import type { AccountQueue } from './account-queue.ts';
import type { CombiningStep } from './combining-counts.ts';
import { decideIntent } from './decide-intent.ts';
import type { PerformIntent } from './decide-intent.ts';
import { fromIntentItem } from './intents.ts';
import type { QueuedIntent } from './intents.ts';
import { readBalanceAccount } from './contention.ts';
import { isMergeable, MergedTransaction } from './merged-transaction.ts';
import type { MergedPart } from './merged-transaction.ts';

/** What a combiner works with. */
export interface CombinerSetup {
  readonly store: Store;
  readonly tenant: string;
  readonly queue: AccountQueue;
  readonly perform: PerformIntent;
  readonly reportRuleFailure?: ((failure: RuleFailure) => void) | undefined;
  readonly reportCombining?: ((step: CombiningStep) => void) | undefined;
}

/** The lease is kept by repeating it after this time. */
const LEASE_RENEWED_MS = 1_000;
const PAUSE_MS = 20;

export class Combiner {
  readonly #setup: CombinerSetup;
  readonly #holder: string;
  /** The balances as they were read or written last, by formatted key. */
  #balances = new Map<string, Item>();
  /** The sort keys of intents that wait no longer. */
  readonly #ended = new Set<string>();
  /** The receipts of the requests that it has posted, by Idempotency-Key. */
  readonly #posted = new Map<string, Item>();
  /** How often transactions failed because of an account. */
  readonly #failures = new Map<string, number>();
  #leasedAt = Date.now();

  /** `holder` has the lease of the queue. */
  constructor(setup: CombinerSetup, holder: string) {
    this.#setup = setup;
    this.#holder = holder;
  }

  /**
   * Combines until nothing waits, or that time. Returns when the store fails, too: another combiner continues. An
   * error that is no transient one is thrown after the intents concerned are returned.
   */
  async run(untilMs: number): Promise<void> {
    try {
      let found = await this.#setup.queue.readOldest();
      while (Date.now() < untilMs && (await this.#keepLease())) {
        const waiting = found.filter(({ SK }) => !this.#ended.has(SK));
        if (waiting.length === 0) return;
        found = await this.#postRound(waiting);
      }
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
    } finally {
      await ignoreTransient(this.#setup.queue.releaseLease(this.#holder));
    }
  }

  /** The receipt under the key, if this combiner has committed it. */
  findReceipt(idempotencyKey: string): Item | undefined {
    return this.#posted.get(idempotencyKey);
  }

  async #keepLease(): Promise<boolean> {
    if (Date.now() - this.#leasedAt < LEASE_RENEWED_MS) return true;
    this.#leasedAt = Date.now();
    return this.#setup.queue.takeLease(this.#holder);
  }

  /** Posts what it can of the waiting intents, and returns what waits after that. */
  async #postRound(waiting: readonly Item[]): Promise<Item[]> {
    const { queue } = this.#setup;
    const intents = await this.#selectIntents(waiting);
    await this.#readBalances(intents);
    const { merged, refused } = await this.#decide(intents);
    if (merged.intents.length === 0) {
      await this.#return(refused);
      return queue.readOldest();
    }
    const [isPosted, found] = await Promise.all([this.#post(merged), queue.readOldest()]);
    // Otherwise they were decided on balances that do not exist.
    if (isPosted) await this.#return(refused);
    return found;
  }

  // One intent for each Idempotency-Key: a transaction holds an item once.
  async #selectIntents(waiting: readonly Item[]): Promise<QueuedIntent[]> {
    const selected = new Map<string, QueuedIntent>();
    const hopeless: Key[] = [];
    for (const item of waiting) {
      const intent = fromIntentItem(item);
      const isLate = !intent || intent.untilMs <= Date.now();
      if (isLate || this.#posted.has(intent.idempotencyKey)) hopeless.push(item);
      else if (!selected.has(intent.idempotencyKey)) selected.set(intent.idempotencyKey, intent);
    }
    await this.#returnKeys(hopeless);
    return [...selected.values()];
  }

  async #readBalances(intents: readonly QueuedIntent[]): Promise<void> {
    const { store, tenant } = this.#setup;
    const wanted = new Set(intents.flatMap(({ accounts }) => accounts));
    const unknown = [...wanted]
      .map((id) => keys.balance(tenant, id))
      .filter((key) => !this.#balances.has(formatKey(key)));
    if (unknown.length === 0) return;
    for (const item of await batchGet(store, store.ledgerTable, unknown)) {
      this.#balances.set(formatKey(item), item);
    }
  }

  /** Decides the intents in order, each on the balances that those before it leave. */
  async #decide(intents: readonly QueuedIntent[]) {
    const { queue, store } = this.#setup;
    const merged = new MergedTransaction(queue, store.receiptsTable, this.#balances);
    const refused: QueuedIntent[] = [];
    for (const intent of intents) {
      const decided = await decideIntent(this.#setup, intent, merged.balances);
      if (!decided || !isMergeable(decided.change, merged.balances)) refused.push(intent);
      else if (!merged.add(decided)) {
        if (merged.intents.length > 0) break;
        refused.push(intent);
      }
    }
    return { merged, refused };
  }

  async #post(merged: MergedTransaction): Promise<boolean> {
    const { store, reportCombining } = this.#setup;
    const { items, parts } = merged.build(new Date());
    try {
      // The intents in it show to their owners whether it has taken effect; no answer depends on its own.
      const reasons = await sendTransaction(store, new SentWrites(), items);
      if (reasons) {
        await this.#learn(parts, reasons);
        return false;
      }
    } catch (error) {
      if (!(error instanceof RetryableError)) {
        await this.#return(merged.intents);
        throw error;
      }
      this.#balances.clear();
      await pause();
      return false;
    }
    this.#balances = merged.balances;
    for (const { intent, receipt } of merged.decided) {
      this.#ended.add(intent.key.SK);
      this.#posted.set(intent.idempotencyKey, receipt);
    }
    reportCombining?.({ kind: 'posted', intents: merged.intents.length });
    return true;
  }

  /** Learns from a cancelled transaction what to leave out and what to read again. */
  async #learn(
    parts: readonly MergedPart[],
    reasons: readonly CancellationReason[],
  ): Promise<void> {
    const failed = parts.flatMap((part, index) =>
      isConditionFailed(reasons[index]) ? [part] : [],
    );
    const busy = parts.flatMap((part, index) => (isConflict(reasons[index]) ? [part] : []));
    const intents = parts.flatMap((part) => (part.kind === 'intent' ? [part.intent] : []));
    if (failed.length === 0 && !reasons.some(isTransientReason)) {
      await this.#return(intents);
      const codes = reasons.map(({ Code }) => Code ?? '?').join(', ');
      throw new Error(`transaction cancelled: ${codes}`);
    }
    for (const part of failed) {
      if (part.kind === 'intent') this.#ended.add(part.intent.key.SK);
      // The entry exists because its account has moved, or an identifier was generated twice.
      if (part.kind === 'record') this.#balances.clear();
    }
    for (const part of [...failed, ...busy]) if (part.kind === 'balance') this.#forget(part.key);
    const receipted = failed.flatMap((part) => (part.kind === 'receipt' ? [part.intent] : []));
    await this.#return([...receipted, ...intents.filter((one) => this.#isHeldBack(one))]);
    if (busy.length > 0 || failed.length === 0) await pause();
  }

  #forget(key: Key): void {
    const account = readBalanceAccount(key) ?? '';
    this.#balances.delete(formatKey(key));
    this.#failures.set(account, (this.#failures.get(account) ?? 0) + 1);
  }

  // Another account that others want as well must not hold back those who wait for this one.
  #isHeldBack({ accounts }: QueuedIntent): boolean {
    const { accountId } = this.#setup.queue;
    return accounts.some((id) => id !== accountId && (this.#failures.get(id) ?? 0) >= FAILURES_MAX);
  }

  #return(intents: readonly QueuedIntent[]): Promise<void> {
    return this.#returnKeys(intents.map(({ key }) => key));
  }

  // Harmless at any time: the owner then decides alone. What stays because the store is busy waits for the next round.
  async #returnKeys(intents: readonly Key[]): Promise<void> {
    const { queue, reportCombining } = this.#setup;
    await Promise.all(
      intents.map(async (key) => {
        const isRemoved = await ignoreTransient(queue.remove(key));
        if (isRemoved !== undefined) this.#ended.add(key.SK);
        if (isRemoved === true) reportCombining?.({ kind: 'returned' });
      }),
    );
  }
}

const FAILURES_MAX = 2;

async function ignoreTransient<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RetryableError) return undefined;
    throw error;
  }
}

function pause(): Promise<void> {
  return sleep(Math.random() * PAUSE_MS);
}
