// The trial balance and the tie-out of control accounts, with what the projection had applied.
import { refuseUnknownCode } from '../../domain/general-ledger/accounts.ts';
import type { GeneralLedgerAccount } from '../../domain/general-ledger/accounts.ts';
import { computeSeries, listPartRanges } from '../../domain/projections/balance-points.ts';
import type { BalanceSeries, DividedPeriod } from '../../domain/projections/balance-points.ts';
import { formatRowName } from '../../domain/projections/ledger-counters.ts';
import {
  computeAccountBalance,
  hasLines,
  listSubjects,
  sumBalances,
} from '../../domain/projections/trial-balance.ts';
import type {
  AccountBalance,
  BalancePeriod,
  BalanceTotal,
  LedgerSubject,
} from '../../domain/projections/trial-balance.ts';
import { computeTieOut, sumTieOut } from '../../domain/projections/tie-out.ts';
import type { TieOutRow, TieOutTotal } from '../../domain/projections/tie-out.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { isAccountCode } from '../../domain/values/text-patterns.ts';
import type { Session } from '../commit/session.ts';
import { readNamedAccounts } from '../general-ledger/accounts.ts';
import { readControlledGroups } from '../general-ledger/control-codes.ts';
import { INVALID_CURSOR_MESSAGE } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
import { readAccountSnapshot, readSnapshot } from './general-ledger-snapshot.ts';
import type { LedgerSnapshot } from './general-ledger-snapshot.ts';
import { readOldestUnapplied } from './lag.ts';
import { readStatus } from './status.ts';
import type { ProjectionStatus } from './status.ts';

/** How far the projection had come when its counters were read. */
export interface LedgerProgress {
  readonly status: ProjectionStatus;
  /** The time of the oldest entry not applied, in milliseconds; Infinity when all are. */
  readonly oldest: number;
}

export interface TrialBalance extends Page<AccountBalance>, LedgerProgress {
  /** Over all accounts, whatever the page. */
  readonly totals: readonly BalanceTotal[];
}

export interface TrialBalanceFilter extends BalancePeriod {
  readonly currency?: string | undefined;
  /** The name of the last row on the page before. */
  readonly after?: string | undefined;
}

/**
 * The balances of all account codes by code and currency, and their totals: one request for the years,
 * one for each further level and end of the period, and one for each further megabyte; for the progress
 * one, and one for each write shard, at first two. Refuses with invalid_cursor.
 */
export async function readTrialBalance(
  session: Session,
  filter: TrialBalanceFilter,
  limit: number,
): Promise<TrialBalance> {
  const { from, to, currency, after } = filter;
  const days = from === undefined ? [to] : [from, to];
  const { rows, progress } = await readWithProgress(session, () => readSnapshot(session, days));
  const balances = listSubjects(rows)
    .filter((subject) => currency === undefined || subject.currency === currency)
    .flatMap((subject) => computeAccountBalance(rows, subject, filter) ?? []);
  return { ...cutPage(balances, after, limit), totals: sumBalances(balances), ...progress };
}

/** The control accounts at the end of a day. */
export interface TieOut extends Page<TieOutRow>, LedgerProgress {
  /** Over all control accounts, whatever the page. */
  readonly totals: readonly TieOutTotal[];
}

export type TieOutFilter = Omit<TrialBalanceFilter, 'from'>;

/**
 * The control accounts of the tenant by code and currency, and their totals: the requests of the trial
 * balance, and one for each megabyte of products. Refuses with invalid_cursor.
 */
export async function readTieOut(
  session: Session,
  { to, currency, after }: TieOutFilter,
  limit: number,
): Promise<TieOut> {
  const [{ rows, progress }, groups] = await Promise.all([
    readWithProgress(session, () => readSnapshot(session, [to])),
    readControlledGroups(session),
  ]);
  const all = computeTieOut(rows, groups, to).filter(
    (row) => currency === undefined || row.currency === currency,
  );
  return { ...cutPage(all, after, limit), totals: sumTieOut(all), ...progress };
}

/** The balances of one account code over a period, by currency. */
export interface LedgerAccountBalances extends LedgerProgress {
  readonly series: readonly BalanceSeries[];
  /** The account of the chart, if the chart has the code. */
  readonly account?: GeneralLedgerAccount;
}

export interface SeriesFilter extends DividedPeriod {
  readonly currency?: string | undefined;
}

/**
 * The balances of a code at the end of each part of a period: one request for each year and, where days
 * count, each month of the period, three more, and those of the progress. Refuses with invalid_request a
 * period of too many parts, and with general_ledger_account_not_found.
 */
export async function readLedgerAccountBalances(
  session: Session,
  accountCode: string,
  filter: SeriesFilter,
): Promise<LedgerAccountBalances> {
  if (!isAccountCode(accountCode)) refuseUnknownCode(accountCode);
  const ranges = listPartRanges(filter);
  const [{ rows, progress }, chart] = await Promise.all([
    readWithProgress(session, () => readAccountSnapshot(session, accountCode, ranges)),
    readNamedAccounts(session, [accountCode]),
  ]);
  const account = chart.get(accountCode);
  const subjects = listSubjects(rows).filter(
    (one) => one.accountCode === accountCode && hasLines(rows, one),
  );
  if (subjects.length === 0 && !account) refuseUnknownCode(accountCode);
  const series = subjects
    .filter((one) => filter.currency === undefined || one.currency === filter.currency)
    .flatMap((one) => computeSeries(rows, one, filter) ?? []);
  return { series, ...(account && { account }), ...progress };
}

function cutPage<Row extends LedgerSubject>(
  rows: readonly Row[],
  after: string | undefined,
  limit: number,
): Page<Row> {
  const start = after === undefined ? 0 : findPosition(rows, after) + 1;
  const items = rows.slice(start, start + limit);
  const last = items.at(-1);
  return toPage(items, start + limit < rows.length, last && formatCursor(last));
}

function formatCursor({ accountCode, currency }: LedgerSubject): string {
  return formatRowName({ level: 'years', within: '', accountCode, currency });
}

// A row never disappears, unless the projection is rebuilt from other events, or a product that alone
// names a control account names another one.
function findPosition(rows: readonly LedgerSubject[], after: string): number {
  const position = rows.findIndex((row) => formatCursor(row) === after);
  if (position < 0) throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  return position;
}

/**
 * Reads a snapshot, and how far the projection had come: one request, and one for each write shard, at first two. The
 * status is read first, so that it never claims an entry that the snapshot lacks.
 */
export async function readWithProgress(
  session: Session,
  read: () => Promise<LedgerSnapshot>,
): Promise<LedgerSnapshot & { readonly progress: LedgerProgress }> {
  const status = await readStatus(session.store, session.tenant);
  const snapshot = await read();
  const spans = snapshot.head?.spans ?? {};
  const oldestOf = await readOldestUnapplied(session, status, ['general_ledger'], spans);
  return { ...snapshot, progress: { status, oldest: oldestOf('general_ledger') } };
}
