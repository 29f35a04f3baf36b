// Times as they are stored: ISO 8601 in UTC, to the millisecond.

/** Returns the time so many milliseconds later; earlier if they are negative. */
export function addMs(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString();
}

/**
 * Returns the present, or the latest of the given times when that is later: times within one record never go back,
 * even when clocks differ.
 */
export function latestTime(now: Date, ...times: readonly (string | undefined)[]): Date {
  const known = times.map((time) => (time === undefined ? 0 : Date.parse(time)));
  return new Date(Math.max(now.getTime(), ...known));
}
