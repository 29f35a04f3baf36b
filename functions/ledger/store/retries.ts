// What happens when others change the same records: try again, spread out, and give up in time.
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../domain/refusals/refusals.ts';

export const ATTEMPTS_MAX = 15;
const DELAY_FIRST_MS = 25;
const DELAY_MAX_MS = 2_000;
/** Stop trying while there is still time to answer. */
const RESERVE_MS = 1_500;

/** Ends the calls of a request while there is still time to answer it. */
export function buildDeadline(remainingMs: number): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(Math.max(1, remainingMs - RESERVE_MS)) };
}

/** The attempt changed nothing that we know of and may be made again. */
export class RetryableError extends Error {
  /** The records were re-read by the failed attempt itself, so the next one may start at once. */
  readonly isFresh: boolean;

  constructor(message: string, options: { cause?: unknown; isFresh?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.name = 'Contention';
    this.isFresh = options.isFresh ?? false;
  }
}

/**
 * Runs the attempt until it succeeds or refuses: at once after a first lost race whose winner's
 * records came back with the failure, with full jitter after any other; at most 15 times.
 * An attempt whose answer was lost is made again too: if it had been committed, its receipt is found.
 * Refuses with contention when the attempts or the time run out; of a mutation that is true only if
 * every write was answered, and `idempotently` sees to that.
 */
export async function withRetries<Result>(
  attempt: (count: number) => Promise<Result>,
  remainingMs: () => number,
  pause: (milliseconds: number) => Promise<unknown> = sleep,
): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt(count);
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      const delay = count === 1 && error.isFresh ? 0 : computeFullJitter(count);
      const isLate = remainingMs() - delay < RESERVE_MS;
      if (count >= ATTEMPTS_MAX || isLate) throw buildContentionRefusal(error, count);
      if (delay > 0) await pause(delay);
    }
  }
}

function computeFullJitter(count: number): number {
  return Math.random() * Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** count);
}

function buildContentionRefusal(error: RetryableError, count: number): Refusal {
  const refusal = new Refusal(
    'contention',
    `The records or the store stayed busy for ${count} attempts. ` +
      'This request recorded nothing: send it again as it was.',
  );
  refusal.cause = error;
  return refusal;
}
