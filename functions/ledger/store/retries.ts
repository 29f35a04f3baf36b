// Retries with backoff when other requests change the same records, up to a time limit (ADR 005).
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../domain/refusals/refusals.ts';

export const ATTEMPTS_MAX = 15;
const DELAY_FIRST_MS = 25;
const DELAY_MAX_MS = 2_000;
/** Time kept free for the answer: no attempt starts within it. */
const RESERVE_MS = 1_500;

/** Aborts the calls of a request while there is still time to answer it. */
export function buildDeadline(remainingMs: number): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(Math.max(1, remainingMs - RESERVE_MS)) };
}

/**
 * Why a retry may succeed. `lost_race`: a condition failed, and the failure returned the changed
 * records. `busy`: other requests hold or change the same records, or the store throttles.
 * `unanswered`: store or network failed, and the call may have been carried out.
 */
export type RetryReason = 'lost_race' | 'busy' | 'unanswered';

/** The attempt failed with a transient error: the same request may be retried. */
export class RetryableError extends Error {
  readonly reason: RetryReason;

  constructor(reason: RetryReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'RetryableError';
    this.reason = reason;
  }
}

/**
 * Calls `run` until it returns or fails with another error than a RetryableError: immediately after a
 * first lost race, otherwise after a pause with full jitter; at most 15 times (ADR 005). `run` gets the
 * number of the call, from 1, and whether it follows the failure immediately. Refuses with contention
 * when attempts or time run out. The message claims that nothing was recorded, which holds for a
 * mutation only if the store has answered every write: `mutate` ensures that (ADR 006).
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

/** A random pause before the next of `count` attempts, in milliseconds. */
export function computeFullJitter(count: number): number {
  return Math.random() * Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** count);
}

function buildContentionRefusal(error: RetryableError, count: number): Refusal {
  const refusal = new Refusal(
    'contention',
    `The records or the store stayed busy for ${count} attempts. ` +
      'The request recorded nothing: retry it with the same Idempotency-Key.',
  );
  refusal.cause = error;
  return refusal;
}
