// A model of one contended account whose waiting requests are combined (ADR 125): a request that loses its race
// leaves an intent, and one of those that wait posts for all of them in one transaction.
import { EventQueue } from './event-queue.ts';
import { COMMITTED, drawArrivals, GIVEN_UP_MS, PREPARED, summarize } from './hot-account.ts';
import type { HotAccountOutcome } from './hot-account.ts';
import type { LatencyPercentiles } from './latencies.ts';
import { buildSeededDraws } from './seeded-draws.ts';
import type { RandomDraws } from './seeded-draws.ts';

/** A balance that was contended so recently sends those who read it to the queue. */
const CONTENDED_MS = 300;
/** The time for which one request combines before another takes its place. */
const COMBINER_MS = 3_000;
/** A pause between two looks is between one and two of these: a sixteenth of the time waited so far, within limits. */
const LOOK_MS = { least: 25, most: 250, share: 1 / 16 };

export interface CombinedLoad {
  readonly perSecond: number;
  readonly read: LatencyPercentiles;
  /** A plain write: an intent or a lease. */
  readonly put: LatencyPercentiles;
  /** The transaction of one request that posts alone, and one that posts for `count`. */
  readonly alone: LatencyPercentiles;
  readonly ofIntents: (count: number) => LatencyPercentiles;
  /** The intents that one transaction holds. */
  readonly intentsMax: number;
}

/** Simulates two minutes of the load; the outcome is deterministic. */
export function simulateCombinedAccount(load: CombinedLoad, seed = 1): HotAccountOutcome {
  return new CombinedAccount(load, buildSeededDraws(seed)).run();
}

interface QueuedRequest {
  readonly arrivedAt: number;
}

/** Intents that were read, and when they arrived at the combiner. */
interface IntentLot {
  readonly intents: readonly QueuedRequest[];
  readonly at: number;
  readonly version: number;
}

interface CombinerTurn {
  readonly request: QueuedRequest;
  readonly until: number;
}

class CombinedAccount {
  readonly #load: CombinedLoad;
  readonly #draws: RandomDraws;
  readonly #events = new EventQueue();
  readonly #times: number[] = [];
  readonly #posted = new Set<QueuedRequest>();
  #queue: QueuedRequest[] = [];
  #version = 0;
  #lockedUntil = 0;
  #contendedAt = -Infinity;
  #isLeased = false;
  #transactions = 0;

  constructor(load: CombinedLoad, draws: RandomDraws) {
    this.#load = load;
    this.#draws = draws;
  }

  run(): HotAccountOutcome {
    const arrivals = drawArrivals(this.#draws, this.#load.perSecond);
    for (const arrivedAt of arrivals) {
      this.#events.schedule(arrivedAt, () => this.#arrive({ arrivedAt }));
    }
    this.#events.run();
    return summarize(this.#times, arrivals.length, this.#transactions);
  }

  #arrive(request: QueuedRequest): void {
    const took = this.#draws.latency(this.#load.read);
    const at = request.arrivedAt + took / 2;
    this.#events.schedule(at, () => {
      const isContended = at - this.#contendedAt < CONTENDED_MS;
      const version = this.#version;
      this.#events.schedule(at + took / 2, () => {
        if (isContended) this.#join(request, at + took / 2);
        else this.#postAlone(request, at + took / 2, { version, isFirst: true });
      });
    });
  }

  #postAlone(
    request: QueuedRequest,
    at: number,
    { version, isFirst }: { readonly version: number; readonly isFirst: boolean },
  ): void {
    const took = this.#draws.latency(this.#load.alone);
    const end = at + took;
    const noteContention = () => {
      if (!isFirst) this.#contendedAt = at + took * COMMITTED;
    };
    const proceed = (isReplaced: boolean, newVersion: number | undefined) => {
      if (isReplaced) return this.#events.schedule(end, () => this.#finish(request, end));
      // A failed condition returns the record, a conflict does not.
      if (!isFirst || newVersion === undefined) {
        return this.#events.schedule(end, () => this.#join(request, end));
      }
      const next = { version: newVersion, isFirst: false };
      this.#events.schedule(end, () => this.#postAlone(request, end, next));
    };
    this.#replace({ at, took, version }, proceed, noteContention);
  }

  /** Replaces the balance on its version. The result is known when the items are locked. */
  #replace(
    { at, took, version }: { readonly at: number; readonly took: number; readonly version: number },
    then: (isReplaced: boolean, newVersion: number | undefined) => void,
    onCommit: () => void,
  ): void {
    this.#transactions += 1;
    const prepared = at + took * PREPARED;
    this.#events.schedule(prepared, () => {
      const isLocked = this.#lockedUntil > prepared;
      if (isLocked || this.#version !== version) {
        return then(false, isLocked ? undefined : this.#version);
      }
      this.#lockedUntil = at + took * COMMITTED;
      this.#events.schedule(this.#lockedUntil, () => {
        this.#version += 1;
        onCommit();
      });
      then(true, version + 1);
    });
  }

  #join(request: QueuedRequest, at: number): void {
    const end = at + this.#draws.latency(this.#load.put);
    this.#events.schedule(end, () => {
      this.#queue.push(request);
      this.#wait(request, end, end);
    });
  }

  #wait(request: QueuedRequest, at: number, since: number): void {
    if (at - request.arrivedAt > GIVEN_UP_MS) {
      this.#queue = this.#queue.filter((other) => other !== request);
      return;
    }
    if (!this.#isLeased) {
      this.#isLeased = true;
      const start = at + this.#draws.latency(this.#load.put);
      const turn = { request, until: start + COMBINER_MS };
      return this.#events.schedule(start, () => this.#readQueue(turn, start));
    }
    const { least, most, share } = LOOK_MS;
    const pause = Math.min(most, Math.max(least, (at - since) * share));
    const pollAt = at + pause * (1 + this.#draws.uniform());
    const took = this.#draws.latency(this.#load.read);
    this.#events.schedule(pollAt + took / 2, () => {
      const isPosted = this.#posted.has(request);
      this.#events.schedule(pollAt + took, () => {
        // The look has read the receipt, too.
        if (isPosted) this.#finish(request, pollAt + took);
        else this.#wait(request, pollAt + took, since);
      });
    });
  }

  #readReceipt(request: QueuedRequest, at: number): void {
    const end = at + this.#draws.latency(this.#load.read);
    this.#events.schedule(end, () => this.#finish(request, end));
  }

  #finish({ arrivedAt }: QueuedRequest, at: number): void {
    if (at - arrivedAt <= GIVEN_UP_MS) this.#times.push(at - arrivedAt);
  }

  // One query for the intents, then one request for the balances of their accounts.
  #readLot(at: number, taken: readonly QueuedRequest[], then: (lot: IntentLot) => void): void {
    const query = this.#draws.latency(this.#load.read);
    const balances = this.#draws.latency(this.#load.read);
    this.#events.schedule(at + query / 2, () => {
      const others = this.#queue.filter((request) => !taken.includes(request));
      const intents = others.slice(0, this.#load.intentsMax);
      this.#events.schedule(at + query + balances / 2, () => {
        then({ intents, at: at + query + balances, version: this.#version });
      });
    });
  }

  #readQueue(turn: CombinerTurn, at: number): void {
    this.#readLot(at, [], (lot) => {
      this.#events.schedule(lot.at, () => {
        if (lot.intents.length > 0) return this.#combine(turn, lot, lot.at);
        this.#endTurn(turn, lot.at);
      });
    });
  }

  #combine(turn: CombinerTurn, { intents, version }: IntentLot, at: number): void {
    const took = this.#draws.latency(this.#load.ofIntents(intents.length));
    const end = at + took;
    let next: IntentLot | undefined;
    this.#readLot(at, intents, (lot) => (next = lot));
    const proceed = (isReplaced: boolean) => {
      this.#events.schedule(end, () => {
        if (end > turn.until) return this.#endTurn(turn, end);
        const isFull = next?.intents.length === this.#load.intentsMax;
        if (!isReplaced || !next || !isFull) return this.#readQueue(turn, end);
        // Its own transaction has left the balance at the version after.
        this.#combine(turn, { ...next, version: version + 1 }, Math.max(end, next.at));
      });
    };
    this.#replace({ at, took, version }, proceed, () => {
      for (const request of intents) this.#posted.add(request);
      this.#queue = this.#queue.filter((request) => !this.#posted.has(request));
      if (intents.length > 1) this.#contendedAt = at + took * COMMITTED;
    });
  }

  // Any owner that looks at its intent takes the lease next.
  #endTurn({ request }: CombinerTurn, at: number): void {
    this.#isLeased = false;
    if (this.#posted.has(request)) this.#readReceipt(request, at);
    else this.#wait(request, at, at);
  }
}
