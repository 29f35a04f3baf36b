// A model of one contended account: requests arrive at random, read the balance and replace it on
// its version, as functions/ledger/commit/mutation.ts does.
import { computePercentile } from '../bench/report/statistics.ts';
import { EventQueue } from './event-queue.ts';
import type { LatencyPercentiles } from './latencies.ts';
import { buildSeededDraws } from './seeded-draws.ts';
import type { RandomDraws } from './seeded-draws.ts';

/** The same limits as in functions/ledger/store/retries.ts. */
const ATTEMPTS_MAX = 15;
const DELAY_FIRST_MS = 25;
const DELAY_MAX_MS = 2_000;
export const GIVEN_UP_MS = 13_500;

// Shares of a transaction's time after which its items are locked and checked, and after which they are
// written and unlocked.
export const PREPARED = 0.4;
export const COMMITTED = 0.8;
const SECONDS = 120;

export interface HotAccountLoad {
  /** Requested transactions per second. */
  readonly perSecond: number;
  readonly read: LatencyPercentiles;
  readonly transaction: LatencyPercentiles;
}

export interface HotAccountOutcome {
  /** Milliseconds of the successful requests. */
  readonly p50: number;
  readonly p99: number;
  /** Share of the requests that ended with 503. */
  readonly givenUp: number;
  /** Transactions per successful request. */
  readonly attempts: number;
}

interface SimulatedRequest {
  readonly arrivedAt: number;
  attempt: number;
  /** The version that it would replace. */
  readVersion: number;
}

/** Simulates two minutes of the load; the outcome is deterministic. */
export function simulateHotAccount(load: HotAccountLoad, seed = 1): HotAccountOutcome {
  return new HotAccount(load, buildSeededDraws(seed)).run();
}

class HotAccount {
  readonly #load: HotAccountLoad;
  readonly #draws: RandomDraws;
  readonly #events = new EventQueue();
  readonly #times: number[] = [];
  #version = 0;
  #lockedUntil = 0;
  #attempts = 0;

  constructor(load: HotAccountLoad, draws: RandomDraws) {
    this.#load = load;
    this.#draws = draws;
  }

  run(): HotAccountOutcome {
    const arrivals = drawArrivals(this.#draws, this.#load.perSecond);
    for (const arrivedAt of arrivals) {
      const request = { arrivedAt, attempt: 1, readVersion: -1 };
      this.#events.schedule(arrivedAt, () => this.#read(request, arrivedAt));
    }
    this.#events.run();
    return summarize(this.#times, arrivals.length, this.#attempts);
  }

  #read(request: SimulatedRequest, at: number): void {
    const took = this.#draws.latency(this.#load.read);
    this.#events.schedule(at + took / 2, () => {
      request.readVersion = this.#version;
      this.#events.schedule(at + took, () => this.#transact(request, at + took));
    });
  }

  #transact(request: SimulatedRequest, at: number): void {
    this.#attempts += 1;
    const took = this.#draws.latency(this.#load.transaction);
    const end = at + took;
    this.#events.schedule(at + took * PREPARED, () => {
      const isLocked = this.#lockedUntil > at + took * PREPARED;
      if (isLocked || this.#version !== request.readVersion) {
        // A failed condition returns the record, a conflict does not.
        const newVersion = isLocked ? undefined : this.#version;
        return this.#events.schedule(end, () => this.#retry(request, end, newVersion));
      }
      this.#lockedUntil = at + took * COMMITTED;
      this.#events.schedule(at + took * COMMITTED, () => (this.#version += 1));
      this.#events.schedule(end, () => this.#times.push(end - request.arrivedAt));
    });
  }

  #retry(request: SimulatedRequest, at: number, newVersion: number | undefined): void {
    const isImmediate = request.attempt === 1 && newVersion !== undefined;
    const delay = isImmediate ? 0 : computeJitter(this.#draws, request.attempt);
    const isLate = at + delay - request.arrivedAt > GIVEN_UP_MS;
    if (request.attempt >= ATTEMPTS_MAX || isLate) return;
    request.attempt += 1;
    if (!isImmediate)
      return this.#events.schedule(at + delay, () => this.#read(request, at + delay));
    request.readVersion = newVersion;
    this.#transact(request, at);
  }
}

function computeJitter(draws: RandomDraws, attempt: number): number {
  return draws.uniform() * Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** attempt);
}

/** The times at which requests arrive in two minutes. */
export function drawArrivals(draws: RandomDraws, perSecond: number): number[] {
  const arrivals: number[] = [];
  let at = draws.gap(perSecond);
  for (; at < SECONDS * 1_000; at += draws.gap(perSecond)) arrivals.push(at);
  return arrivals;
}

/** The outcome of `arrived` requests of which those with a time were successful. */
export function summarize(
  times: readonly number[],
  arrived: number,
  transactions: number,
): HotAccountOutcome {
  return {
    p50: computePercentile(times, 0.5),
    p99: computePercentile(times, 0.99),
    givenUp: 1 - times.length / arrived,
    attempts: transactions / times.length,
  };
}
