// What happens when others change the same records: try again, spread out, and give up in time
// (ADR 005).
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

/**
 * Why a retry may succeed: `lost_race`, a condition failed and the failure brought the changed records
 * back; `busy`, others hold or change the same records, or the store throttles; `unanswered`, store or
 * network failed, and the call may have been carried out.
 */
export type RetryReason = 'lost_race' | 'busy' | 'unanswered';

/** The attempt failed, but not for good: the same request may be tried again. */
export class RetryableError extends Error {
  readonly reason: RetryReason;

  constructor(reason: RetryReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'RetryableError';
    this.reason = reason;
  }
}

/**
 * Calls `run` until it returns or fails with anything but a RetryableError: at once after a first lost
 * race, after a pause with full jitter otherwise; at most 15 times (ADR 005). `run` gets the number
 * of the try, from 1, and whether it follows the failure at once.
 * Refuses with contention when the tries or the time run out. For a mutation that is only true if the
 * store has answered every write: `mutate` makes sure of it (ADR 006).
 */
export async function withRetries<Result>(
  run: (count: number, isImmediate: boolean) => Promise<Result>,
  remainingMs: () => number,
  pause: (milliseconds: number) => Promise<unknown> = sleep,
): Promise<Result> {
  let isImmediate = false;
  for (let count = 1; ; count += 1) {
    try {
      return await run(count, isImmediate);
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      isImmediate = count === 1 && error.reason === 'lost_race';
      const delay = isImmediate ? 0 : computeFullJitter(count);
      const isLate = remainingMs() - delay < RESERVE_MS;
      if (count >= ATTEMPTS_MAX || isLate) throw buildContentionRefusal(error, count);
      if (!isImmediate) await pause(delay);
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
