// Sets the clock without waiting, and lets timers wait for a busy machine.
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';

/** What stays as it is, whether a test stops the clock or the timers. */
export const ALWAYS_REAL = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
] as const;

const STEP_MS = 5;

/** Advances the clock by the milliseconds; timers are not affected. */
export function advanceTime(milliseconds: number): void {
  stopTimeAt(Date.now() + milliseconds);
}

/** Stops the clock at exactly that time. */
export function stopTimeAt(now: number): void {
  jest.useFakeTimers({
    now,
    doNotFake: [...ALWAYS_REAL, 'setTimeout', 'clearTimeout'],
  });
}

/** Lets the clock run again, at the present. */
export function returnToPresent(): void {
  jest.useRealTimers();
}

/**
 * How long the work takes by timers that stand while a busy machine keeps this process from running. `returnToPresent`
 * ends them.
 */
export async function measureByOwnTimers(work: () => Promise<unknown>): Promise<number> {
  jest.useFakeTimers({ doNotFake: ['Date', ...ALWAYS_REAL] });
  const progress = { isOver: false, passedMs: 0 };
  const advance = async () => {
    while (!progress.isOver) {
      await sleep(1);
      await jest.advanceTimersByTimeAsync(STEP_MS);
      progress.passedMs += STEP_MS;
    }
  };
  const done = work().finally(() => {
    progress.isOver = true;
  });
  await Promise.all([done, advance()]);
  return progress.passedMs;
}
