// Time within one record never goes back, whatever the clocks of the machines say.

/** The present, or the latest of the given times when that is later. */
export function latestTime(now: Date, ...times: readonly (string | undefined)[]): Date {
  const known = times.map((time) => (time === undefined ? 0 : Date.parse(time)));
  return new Date(Math.max(now.getTime(), ...known));
}
