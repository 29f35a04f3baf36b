// The retention of a run.

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The same day so many years later, as a schedule counts a retention. */
export function addRetention(day: string, years: number): string {
  const later = new Date(`${day}T00:00:00Z`);
  const month = later.getUTCMonth();
  later.setUTCFullYear(later.getUTCFullYear() + years);
  // A leap day ends a day earlier in years without one.
  if (later.getUTCMonth() !== month) later.setUTCDate(0);
  return later.toISOString().slice(0, DAY_LENGTH);
}
