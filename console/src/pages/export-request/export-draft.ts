// What an operator enters to ask for an export, and what must be corrected before it is sent.
import type { RequestRegulatoryExport } from '../../../../client/client.ts';
import { isCalendarDate } from '../../values/calendar-dates.ts';
import { findLastMonth } from '../../values/last-month.ts';

export interface ExportDraft {
  readonly from: string;
  readonly to: string;
  readonly code: string;
  readonly until: string;
  /** Empty: the legal basis chooses. */
  readonly format: NonNullable<RequestRegulatoryExport['format']> | '';
  /** Empty: UTF-8. */
  readonly encoding: NonNullable<RequestRegulatoryExport['encoding']> | '';
}

export type ExportFault =
  'dayInvalid' | 'periodReversed' | 'periodAhead' | 'codeInvalid' | 'untilEarly';

export type ExportFaults = Readonly<Partial<Record<keyof ExportDraft, ExportFault>>>;

// The pattern of the contract.
const CODE =
  /^[^\p{Cc}\u0020\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff][^\p{Cc}\u2028\u2029]{0,63}$/u;

/** The draft of a new form: the last month that is over, in UTC, unless the address names another period. */
export function buildExportDraft(
  given: Readonly<Partial<Pick<ExportDraft, 'from' | 'to' | 'code'>>>,
  now: Date,
): ExportDraft {
  const { from, to } = findLastMonth(now);
  return {
    from: given.from ?? from,
    to: given.to ?? to,
    code: given.code ?? '',
    until: '',
    format: '',
    encoding: '',
  };
}

/** Days of the calendar compare as text. */
export function findExportFaults(draft: ExportDraft, now: Date): ExportFaults {
  const { from, to, code, until } = trimDraft(draft);
  const today = now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const faults: { -readonly [Name in keyof ExportFaults]: ExportFaults[Name] } = {};
  if (!isCalendarDate(from)) faults.from = 'dayInvalid';
  else if (from > today) faults.from = 'periodAhead';
  if (!isCalendarDate(to)) faults.to = 'dayInvalid';
  else if (faults.from === undefined && to < from) faults.to = 'periodReversed';
  if (!CODE.test(code)) faults.code = 'codeInvalid';
  if (!isCalendarDate(until)) faults.until = 'dayInvalid';
  else if (until <= today || (faults.to === undefined && until <= to)) faults.until = 'untilEarly';
  return faults;
}

/** The request, as the API takes it. */
export function buildExportBody(draft: ExportDraft): RequestRegulatoryExport {
  const { from, to, code, until, format, encoding } = trimDraft(draft);
  return {
    period_from: from,
    period_to: to,
    legal_basis_code: code,
    retention_until: until,
    ...(format !== '' && { format }),
    ...(encoding !== '' && { encoding }),
  };
}

function trimDraft(draft: ExportDraft): ExportDraft {
  const { from, to, code, until } = draft;
  return {
    ...draft,
    from: from.trim(),
    to: to.trim(),
    code: code.trim(),
    until: until.trim(),
  };
}
