// Times within one record never go back, even when clocks differ.

/** Returns the present, or the latest of the given times when that is later. */
export function latestTime(now: Date, ...times: readonly (string | undefined)[]): Date {
  const known = times.map((time) => (time === undefined ? 0 : Date.parse(time)));
  return new Date(Math.max(now.getTime(), ...known));
}
