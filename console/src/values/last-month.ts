// The period that exports are asked for most.

/** The first and last day of the last month that is over, in UTC. */
export function findLastMonth(now: Date): { readonly from: string; readonly to: string } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const format = (day: number) => new Date(day).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return { from: format(Date.UTC(year, month - 1, 1)), to: format(Date.UTC(year, month, 0)) };
}
