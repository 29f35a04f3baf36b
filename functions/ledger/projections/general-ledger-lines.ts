// The lines of one account code by currency, accounting date and journal entry, each with the balance
// after it. The balance before a page is computed from the counters and never taken from the cursor,
// which is sealed without a secret (ADR 016).
import { refuseUnknownCode } from '../../domain/general-ledger/accounts.ts';
import type { GeneralLedgerAccount } from '../../domain/general-ledger/accounts.ts';
import { computeBalance, countLine } from '../../domain/projections/ledger-counters.ts';
import type { ProjectedLine } from '../../domain/projections/general-ledger.ts';
import {
  computeAccountBalance,
  hasLines,
  listRowRanges,
  listSubjects,
  sumBefore,
} from '../../domain/projections/trial-balance.ts';
import type { AccountBalance, BalancePeriod } from '../../domain/projections/trial-balance.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { isAccountCode } from '../../domain/values/text-patterns.ts';
import type { Session } from '../commit/session.ts';
import { readNamedAccounts } from '../general-ledger/accounts.ts';
import { keys } from '../store/keys.ts';
import {
  buildKeyBefore,
  buildRangeAfter,
  INVALID_CURSOR_MESSAGE,
  runPages,
} from '../store/merged-lists.ts';
import type { ListingOrder } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page, PageRequest } from '../store/pages.ts';
import { RetryableError } from '../store/retries.ts';
import { fromLineItem } from './general-ledger-items.ts';
import { readWithProgress } from './general-ledger-reads.ts';
import type { LedgerProgress } from './general-ledger-reads.ts';
import { readAccountSnapshot } from './general-ledger-snapshot.ts';
import type { LedgerSnapshot } from './general-ledger-snapshot.ts';
import { requireProjectionsTable } from './items.ts';

export interface BalancedLine extends ProjectedLine {
  /** The balance of the account in the line's currency after the line, in minor units. */
  readonly balance: bigint;
}

export interface LedgerLinePage extends Page<BalancedLine>, LedgerProgress {
  /** The balances of the whole period, by currency. */
  readonly balances: readonly AccountBalance[];
  /** The account of the chart, if the chart has the code. */
  readonly account?: GeneralLedgerAccount;
}

export interface LineFilter extends BalancePeriod {
  readonly currency?: string | undefined;
}

/** A position in the lines: a currency, a date and a line of that date. */
interface LinePosition {
  readonly currency: string;
  readonly date: string;
  readonly key: string;
}

const POSITION = /^([A-Z]{3})#(\d{4}-\d{2}-\d{2})#jrn_[0-9a-f-]+#\d+$/;

/**
 * A page of lines: the requests of an account's snapshot, one for each currency on the page, one for
 * each megabyte of lines that precede the page on its first day, one for the chart, and those of the
 * progress. Refuses with general_ledger_account_not_found a code that neither has lines nor is in the
 * chart, and with invalid_cursor; throws RetryableError while lines and counters of one commit cannot be had.
 */
export async function readLedgerLines(
  session: Session,
  accountCode: string,
  filter: LineFilter,
  { order, after, limit }: PageRequest,
): Promise<LedgerLinePage> {
  const { from, to, currency } = filter;
  if (!isAccountCode(accountCode)) refuseUnknownCode(accountCode);
  const position = after === undefined ? undefined : parsePosition(after, filter);
  const days = [from, to, position?.date].filter((day) => day !== undefined);
  const [{ progress, ...snapshot }, chart] = await Promise.all([
    readWithProgress(session, () => readAccountSnapshot(session, accountCode, listRowRanges(days))),
    readNamedAccounts(session, [accountCode]),
  ]);
  const account = chart.get(accountCode);
  const subjects = listSubjects(snapshot.rows).filter(
    (one) => one.accountCode === accountCode && hasLines(snapshot.rows, one),
  );
  if (subjects.length === 0 && !account) refuseUnknownCode(accountCode);
  const balances = subjects
    .filter((one) => currency === undefined || one.currency === currency)
    .flatMap((one) => computeAccountBalance(snapshot.rows, one, filter) ?? []);
  const lines: BalancedLine[] = [];
  const ordered = order === 'oldest first' ? balances : balances.toReversed();
  for (const balance of ordered) {
    if (lines.length > limit) break;
    if (position && isPassed(balance, position, order)) continue;
    const isContinued = balance.currency === position?.currency;
    const start = isContinued ? position : undefined;
    const section = { filter, order, start, balance, limit: limit + 1 - lines.length };
    lines.push(...(await readSection(session, snapshot, section)));
  }
  const items = lines.slice(0, limit);
  const last = items.at(-1);
  const next = last && keys.ledgerLine(session.tenant, snapshot.generation, last).SK;
  const page = toPage(items, lines.length > limit, next);
  return { ...page, ...(account && { account }), balances, ...progress };
}

/** Whether all lines in the currency precede the position. */
function isPassed(
  { currency }: AccountBalance,
  position: LinePosition,
  order: ListingOrder,
): boolean {
  return order === 'oldest first' ? currency < position.currency : currency > position.currency;
}

function parsePosition(key: string, { from = '', to }: BalancePeriod): LinePosition {
  const [, currency, date = ''] = POSITION.exec(key) ?? [];
  if (currency !== undefined && date >= from && date <= to) return { currency, date, key };
  throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
}

interface LineSection {
  readonly filter: BalancePeriod;
  readonly order: ListingOrder;
  /** Where the lines of this currency continue. */
  readonly start: LinePosition | undefined;
  readonly balance: AccountBalance;
  readonly limit: number;
}

/** The lines of one currency in the order, at most `limit`. */
async function readSection(
  session: Session,
  snapshot: LedgerSnapshot,
  { filter, order, start, balance, limit }: LineSection,
): Promise<BalancedLine[]> {
  const { accountCode, currency, opening, closing } = balance;
  const isForward = order === 'oldest first';
  const period = { from: `${currency}#${filter.from ?? ''}`, to: `${currency}#${filter.to}#~` };
  const range = buildRangeAfter(period, order, start?.key);
  const [first, last] = isForward ? [opening, closing] : [closing, opening];
  const [lines, passed] = await Promise.all([
    readLines(session, snapshot, { ...range, accountCode, order, limit }),
    start ? sumUpToPosition(session, snapshot, { ...start, accountCode, order }) : first,
  ]);
  let running = passed;
  const balanced = lines.map((line) => {
    const movement = computeBalance(countLine(line));
    const balanceAfter = isForward ? running + movement : running;
    running += isForward ? movement : -movement;
    return { ...line, balance: balanceAfter };
  });
  // The counters include every line of their commit; a line that is missing is read again.
  if (lines.length < limit && running !== last) {
    throw new RetryableError('busy', 'the lines are not those of the counters');
  }
  return balanced;
}

type ListedPosition = LinePosition & Pick<LineRange, 'accountCode' | 'order'>;

/** The balance after the line at the position, or before it where the lines come newest first. */
async function sumUpToPosition(
  session: Session,
  snapshot: LedgerSnapshot,
  { accountCode, order, currency, date, key }: ListedPosition,
): Promise<bigint> {
  const to = order === 'oldest first' ? key : buildKeyBefore(key);
  const day = { accountCode, order, from: `${currency}#${date}#`, to };
  const lines = await readLines(session, snapshot, day);
  return lines.reduce(
    (sum, line) => sum + computeBalance(countLine(line)),
    computeBalance(sumBefore(snapshot.rows, { accountCode, currency }, date)),
  );
}

interface LineRange {
  readonly accountCode: string;
  readonly from: string;
  readonly to: string;
  readonly order: ListingOrder;
  /** Absent for all lines of the range. */
  readonly limit?: number;
}

/** The lines of the range that the counters of the snapshot include. */
async function readLines(
  { store, tenant }: Session,
  { generation, commit }: LedgerSnapshot,
  { accountCode, from, to, order, limit = Number.POSITIVE_INFINITY }: LineRange,
): Promise<ProjectedLine[]> {
  const pages = runPages(store, {
    TableName: requireProjectionsTable(store),
    KeyConditionExpression: 'PK = :lines AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':lines': keys.ledgerLines(tenant, generation, accountCode),
      ':from': from,
      ':to': to,
    },
    ...(Number.isFinite(limit) && { Limit: limit }),
    ScanIndexForward: order === 'oldest first',
    ConsistentRead: true,
  });
  const lines: ProjectedLine[] = [];
  for await (const items of pages) {
    const stored = items.map(fromLineItem).filter((one) => one.commit <= commit);
    lines.push(...stored.map(({ line }) => line));
    if (lines.length >= limit) break;
  }
  return lines.slice(0, limit);
}
