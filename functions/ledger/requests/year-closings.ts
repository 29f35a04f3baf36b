// What the closing of a fiscal year is decided on. Every read is strongly consistent.
import {
  findYearEnd,
  isYearStart,
  listYearPeriods,
} from '../../domain/general-ledger/fiscal-years.ts';
import type { Period } from '../../domain/general-ledger/periods.ts';
import type { GeneralLedgerSettings } from '../../domain/general-ledger/settings.ts';
import {
  computeYearBalances,
  findUncountedPeriod,
} from '../../domain/projections/year-balances.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { isYearClosed } from '../../domain/requests/year-closing.ts';
import type { YearClosingRequest, YearRecords } from '../../domain/requests/year-closing.ts';
import type { Session } from '../commit/session.ts';
import { readNamedAccounts } from '../general-ledger/accounts.ts';
import { periodFields } from '../general-ledger/items.ts';
import { readSnapshot } from '../projections/general-ledger-snapshot.ts';
import { batchGet } from '../store/batch-get.ts';
import { keys } from '../store/keys.ts';
import { RetryableError } from '../store/retries.ts';

/**
 * The balances of the year, from the counters of the general ledger once they contain every entry of it, and
 * the chart: one request for the periods, four or more for the counters, and one for each megabyte of the
 * chart; none while a period of the year takes entries, or no year starts with it. Refuses with trial_balance_late.
 */
export async function readYear(
  session: Session,
  { year, equity_account_code: equityCode }: YearClosingRequest,
  settings: GeneralLedgerSettings,
): Promise<YearRecords> {
  if (!isYearStart(year, settings) || !isYearClosed(year, settings)) {
    return { settings, balances: [], chart: new Map() };
  }
  const months = listYearPeriods(year);
  const periods = await readPeriods(session, months);
  const { rows } = await readSnapshot(session, [`${year}-01`, findYearEnd(year)]);
  const uncounted = findUncountedPeriod(rows, periods);
  if (uncounted !== undefined) {
    const sentence = `The trial balance does not contain all entries of ${uncounted} yet.`;
    throw new Refusal('trial_balance_late', sentence);
  }
  const balances = computeYearBalances(rows, months);
  const codes = balances.map(({ accountCode }) => accountCode);
  return { settings, balances, chart: await readNamedAccounts(session, [...codes, equityCode]) };
}

// Not by readToDecide: after a lost race the periods are read again, as of the settings that it returned.
async function readPeriods(
  { store, tenant }: Session,
  months: readonly string[],
): Promise<Period[]> {
  const wanted = months.map((month) => keys.generalLedgerPeriod(tenant, month));
  const periods = (await batchGet(store, store.ledgerTable, wanted)).map(periodFields.fromItem);
  if (periods.every(({ state }) => state === 'CLOSED')) return periods;
  throw new RetryableError('busy', 'a period was reopened after the settings had been read');
}
