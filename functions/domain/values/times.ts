// Times as they are stored: ISO 8601 in UTC, to the millisecond.

/** Returns the time so many milliseconds later; earlier if they are negative. */
export function addMs(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString();
}
