// How often an unfinished batch is read again: often at first, as most end within a minute.

const FIRST_MS = 2_000;
const LATER_MS = 10_000;
const FIRST_FOR_MS = 60_000;

/** Returns the milliseconds to the next reading; false when there is nothing more to expect. */
export function choosePollInterval(status: string | undefined, watchedMs: number): number | false {
  if (status === undefined || status === 'COMPLETED' || status === 'FAILED') return false;
  return watchedMs < FIRST_FOR_MS ? FIRST_MS : LATER_MS;
}
