// The accounting date of an entry: the day that its request names, or today where the institution is.
import { refuseIf } from '../refusals/refusals.ts';
import { addDays } from '../values/calendar-periods.ts';
import { findDayIn } from '../values/time-zones.ts';
import type { GeneralLedgerSettings } from './settings.ts';

type DateSettings = Pick<GeneralLedgerSettings, 'timeZone' | 'effectiveDateWindow'>;

/** Returns the accounting date of an entry that is posted at the instant. */
export function findEffectiveDate(
  { effectiveDate }: { readonly effectiveDate?: string },
  { timeZone }: Pick<GeneralLedgerSettings, 'timeZone'>,
  at: Date,
): string {
  return effectiveDate ?? findDayIn(timeZone, at);
}

/** Refuses with effective_date_outside_window a date that the settings do not allow at the instant. */
export function refuseDateOutsideWindow(
  date: string,
  { timeZone, effectiveDateWindow: { days_back: back, days_ahead: ahead } }: DateSettings,
  at: Date,
): void {
  const today = findDayIn(timeZone, at);
  const first = back === undefined ? undefined : addDays(today, -back);
  const last = ahead === undefined ? undefined : addDays(today, ahead);
  refuseIf(
    (first !== undefined && date < first) || (last !== undefined && date > last),
    'effective_date_outside_window',
    `The effective date ${date} is outside the window${describeEnds(first, last)}.`,
  );
}

function describeEnds(first: string | undefined, last: string | undefined): string {
  const from = first === undefined ? '' : ` from ${first}`;
  return last === undefined ? from : `${from} to ${last}`;
}
