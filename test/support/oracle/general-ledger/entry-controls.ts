// What the general ledger requires of entries (docs/general-ledger.md, Accounting date, Enforce the chart).
import { refuseWhen } from '../oracle-refusal.ts';
import type { OracleLedgerLine, OracleSettings, TenantState } from '../histories/oracle-state.ts';

export interface ControlledDraft {
  readonly lines: readonly OracleLedgerLine[];
  readonly currency?: string;
  /** The day that a posting names. */
  readonly effectiveDate?: string;
}

/** The currency of an entry whose postings and body name none. */
export function readBaseCurrency({ base_currency: base }: OracleSettings): string | undefined {
  return base === 'XXX' ? undefined : base;
}

/** The day of the instant in the time zone of the institution. */
export function findAccountingDay({ time_zone: timeZone }: OracleSettings, at: string): string {
  // Swedish writes a date as year, month and day.
  return new Intl.DateTimeFormat('sv', { timeZone }).format(new Date(at));
}

/** The accounting period of the day, if it takes no entries. */
export function findClosedPeriod(
  { closed_periods: closed = {} }: OracleSettings,
  day: string,
): string | undefined {
  const period = day.slice(0, 7);
  return period in closed ? period : undefined;
}

/** Refuses entries posted at the instant, if the settings or the chart do not allow one of them. */
export function refuseUncontrolled(
  { settings, chart }: TenantState,
  drafts: readonly ControlledDraft[],
  at: string,
): void {
  const isOutside = drafts.some(({ effectiveDate: day }) => !isInWindow(settings, day, at));
  refuseWhen(isOutside, 'effective_date_outside_window');
  const today = findAccountingDay(settings, at);
  const isClosed = drafts.some(
    ({ effectiveDate: day = today }) => findClosedPeriod(settings, day) !== undefined,
  );
  refuseWhen(isClosed, 'period_closed');
  if (settings.chart === 'OPEN') return;
  const accounts = drafts.flatMap(({ lines, currency = 'XXX' }) =>
    lines.map(({ account_code: code }) => ({ currency, account: chart.get(code) })),
  );
  refuseWhen(
    accounts.some(({ account }) => account === undefined),
    'general_ledger_account_unknown',
  );
  refuseWhen(
    accounts.some(({ account }) => account?.status === 'CLOSED'),
    'general_ledger_account_closed',
  );
  const isOther = accounts.some(
    ({ account, currency }) => (account?.currency ?? currency) !== currency,
  );
  refuseWhen(isOther, 'general_ledger_account_currency');
}

function isInWindow(settings: OracleSettings, day: string | undefined, at: string): boolean {
  if (day === undefined) return true;
  const { days_back: back = Infinity, days_ahead: ahead = Infinity } =
    settings.effective_date_window;
  const days = countDays(day) - countDays(findAccountingDay(settings, at));
  return -back <= days && days <= ahead;
}

function countDays(day: string): number {
  return Date.parse(day) / 86_400_000;
}
