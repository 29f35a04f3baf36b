// Days of the calendar, as the API writes them. They belong to no time zone and are never shifted.

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a day that exists, such as `2026-02-28`. */
export function isCalendarDate(text: string): text is string {
  if (!DAY.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
