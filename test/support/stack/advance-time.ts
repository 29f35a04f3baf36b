// Sets the clock without waiting; timers are not affected.
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

/** Advances the clock by the milliseconds. */
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
