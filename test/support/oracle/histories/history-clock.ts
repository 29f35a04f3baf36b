// The clock of each history, which starts at the same instant and may be advanced without waiting. What is
// cached for seconds expires for one history only, and the days of a history do not depend on the day of
// the test.
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * In UTC, March has not ended yet; in Berlin it has. No history takes so long that the day changes
 * anywhere in the time zones that it uses.
 */
const START = Date.parse('2026-03-31T23:00:00.000Z');
/** After this, a change is known everywhere (docs/contract.md, General ledger). */
const SPREAD_MS = 10_000;

const MachineDate = Date;

class HistoryClock {
  #offset = START - MachineDate.now();

  /** By how much it is ahead of the machine's clock. */
  get offset(): number {
    return this.#offset;
  }

  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}

const clocks = new AsyncLocalStorage<HistoryClock>();

function readClock(): number {
  return MachineDate.now() + (clocks.getStore()?.offset ?? 0);
}

class HistoryDate extends MachineDate {
  constructor(...given: []) {
    super(...((given.length === 0 ? [readClock()] : given) as []));
  }
  static override now(): number {
    return readClock();
  }
  // Dates from before the clock was installed stay dates.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}

/** Runs the history on a clock of its own. */
export async function runOnOwnClock(history: () => Promise<void>): Promise<void> {
  globalThis.Date = HistoryDate as DateConstructor;
  await clocks.run(new HistoryClock(), history);
}

/**
 * Runs work of the test itself on the machine's clock. On another clock, the SDK takes each refusal of the
 * store for a sign of clock skew, and repeats the request until its attempts are used up.
 */
export function runOnMachineClock<Result>(work: () => Promise<Result>): Promise<Result> {
  return clocks.exit(work);
}

/** Advances the clock of the running history until every change is known everywhere. */
export function awaitChanges(): void {
  const clock = clocks.getStore();
  if (!clock) throw new Error('No history is running.');
  clock.advance(SPREAD_MS);
}
