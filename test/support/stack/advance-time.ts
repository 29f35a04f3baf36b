// Time that passes without waiting: the clock is set forward, timers go on as they are.
import { jest } from '@jest/globals';

/** From here on the clock stands at so many milliseconds later. */
export function advanceTime(milliseconds: number): void {
  jest.useFakeTimers({
    now: Date.now() + milliseconds,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}
