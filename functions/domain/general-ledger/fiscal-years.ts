// Fiscal years: twelve accounting periods, named after the first. All years of a tenant start in the same
// month, so that no period belongs to two of them (ADR 093).
import { refuseIf } from '../refusals/refusals.ts';
import { addDays } from '../values/calendar-periods.ts';
import type { GeneralLedgerSettings } from './settings.ts';

const MONTHS = 12;

/** Returns the accounting periods of the year that starts with this one. */
export function listYearPeriods(first: string): string[] {
  return Array.from({ length: MONTHS }, (_, index) => addMonths(first, index));
}

/** Returns the last accounting period of the year that starts with this one. */
export function findLastPeriod(first: string): string {
  return addMonths(first, MONTHS - 1);
}

/** Returns the last day of the year that starts with this period. */
export function findYearEnd(first: string): string {
  return addDays(`${addMonths(first, MONTHS)}-01`, -1);
}

type FiscalYearSettings = Pick<GeneralLedgerSettings, 'fiscalYearStart'>;

/** Whether a fiscal year may start with the period: in any month until one is closed. */
export function isYearStart(
  first: string,
  { fiscalYearStart = findMonth(first) }: FiscalYearSettings,
): boolean {
  return findMonth(first) === fiscalYearStart;
}

/** Refuses with fiscal_year_mismatch a period with which no fiscal year starts. */
export function refuseOtherYearStart(first: string, settings: FiscalYearSettings): void {
  refuseIf(
    !isYearStart(first, settings),
    'fiscal_year_mismatch',
    `Fiscal years start in month ${settings.fiscalYearStart} since the first was closed: none starts in ${first}.`,
  );
}

/** Returns the settings after the closing of the year that starts with this period. */
export function fixYearStart(
  first: string,
  settings: GeneralLedgerSettings,
): GeneralLedgerSettings {
  return { ...settings, fiscalYearStart: findMonth(first) };
}

function findMonth(period: string): string {
  return period.slice(5);
}

function addMonths(period: string, count: number): string {
  const [year = '', month = ''] = period.split('-');
  const index = Number(month) - 1 + count;
  const then = Number(year) + Math.floor(index / MONTHS);
  return `${String(then).padStart(4, '0')}-${String((index % MONTHS) + 1).padStart(2, '0')}`;
}
