/** The last calendar month (UTC) that was over at that time: its first and its last day. */
export function findLastClosedMonth(at: Date): { from: string; to: string } {
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1));
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 0));
  return { from: formatDay(first), to: formatDay(last) };
}

/** The same day so many years later; the 29th of February becomes the 28th. */
export function addYears(day: string, years: number): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const isLeapDay = month === '02' && date === '29';
  return `${String(Number(year) + years).padStart(4, '0')}-${month}-${isLeapDay ? '28' : date}`;
}

function formatDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
