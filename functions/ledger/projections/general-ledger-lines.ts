// The lines of one account code by currency, accounting date and journal entry, each with the balance
// after it. The balance before a page is computed from the counters and never taken from the cursor,
// which is sealed without a secret (ADR 016).
import { describeMissingLedgerAccount } from '../../domain/general-ledger/accounts.ts';
import type { GeneralLedgerAccount } from '../../domain/general-ledger/accounts.ts';
import { computeBalance, countLine } from '../../domain/projections/ledger-counters.ts';
import type { ProjectedLine } from '../../domain/projections/general-ledger.ts';
import {
  computeAccountBalance,
  hasLines,
  listSubjects,
  sumBefore,
} from '../../domain/projections/trial-balance.ts';
import type {
  AccountBalance,
  BalancePeriod,
  LedgerSubject,
} from '../../domain/projections/trial-balance.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { isAccountCode } from '../../domain/values/text-patterns.ts';
import type { Session } from '../commit/session.ts';
import { readNamedAccounts } from '../general-ledger/accounts.ts';
import { keys } from '../store/keys.ts';
import { INVALID_CURSOR_MESSAGE, runPages } from '../store/merged-lists.ts';
import { toPage } from '../store/pages.ts';
import type { Page } from '../store/pages.ts';
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
  /** The sort key of the last line on the page before. */
  readonly after?: string | undefined;
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
  limit: number,
): Promise<LedgerLinePage> {
  const { from, to, currency, after } = filter;
  if (!isAccountCode(accountCode)) refuseUnknownCode(accountCode);
  const position = after === undefined ? undefined : parsePosition(after, filter);
  const days = [from, to, position?.date].filter((day) => day !== undefined);
  const [{ progress, ...snapshot }, chart] = await Promise.all([
    readWithProgress(session, () => readAccountSnapshot(session, accountCode, days)),
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
  for (const balance of balances) {
    if (lines.length > limit) break;
    if (position && balance.currency < position.currency) continue;
    const isContinued = balance.currency === position?.currency;
    const start = isContinued ? position : undefined;
    const section = { filter, start, balance, limit: limit + 1 - lines.length };
    lines.push(...(await readSection(session, snapshot, section)));
  }
  const items = lines.slice(0, limit);
  const last = items.at(-1);
  const next = last && keys.ledgerLine(session.tenant, snapshot.generation, last).SK;
  const page = toPage(items, lines.length > limit, next);
  return { ...page, ...(account && { account }), balances, ...progress };
}

function refuseUnknownCode(code: string): never {
  throw new Refusal(
    'general_ledger_account_not_found',
    `${describeMissingLedgerAccount(code)} It has no lines either.`,
  );
}

function parsePosition(key: string, { from = '', to }: BalancePeriod): LinePosition {
  const [, currency, date = ''] = POSITION.exec(key) ?? [];
  if (currency !== undefined && date >= from && date <= to) return { currency, date, key };
  throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
}

interface LineSection {
  readonly filter: BalancePeriod;
  /** Where the lines of this currency continue. */
  readonly start: LinePosition | undefined;
  readonly balance: AccountBalance;
  readonly limit: number;
}

/** The lines of one currency, at most `limit`. */
async function readSection(
  session: Session,
  snapshot: LedgerSnapshot,
  { filter, start, balance, limit }: LineSection,
): Promise<BalancedLine[]> {
  const { currency } = balance;
  const range = {
    from: start ? `${start.key}!` : `${currency}#${filter.from ?? ''}`,
    to: `${currency}#${filter.to}#~`,
  };
  const [lines, before] = await Promise.all([
    readLines(session, snapshot, { ...range, accountCode: balance.accountCode, limit }),
    start ? sumBeforePosition(session, snapshot, balance, start) : balance.opening,
  ]);
  let running = before;
  const balanced = lines.map((line) => {
    running += computeBalance(countLine(line));
    return { ...line, balance: running };
  });
  // The counters include every line of their commit; a line that is missing is read again.
  if (lines.length < limit && running !== balance.closing) {
    throw new RetryableError('busy', 'the lines are not those of the counters');
  }
  return balanced;
}

/** The balance after the line at the position. */
async function sumBeforePosition(
  session: Session,
  snapshot: LedgerSnapshot,
  subject: LedgerSubject,
  { currency, date, key }: LinePosition,
): Promise<bigint> {
  const { accountCode } = subject;
  const day = { accountCode, from: `${currency}#${date}#`, to: key };
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
  /** Absent for all lines of the range. */
  readonly limit?: number;
}

/** The lines of the range that the snapshot includes. */
async function readLines(
  { store, tenant }: Session,
  { generation, commit }: LedgerSnapshot,
  { accountCode, from, to, limit = Number.POSITIVE_INFINITY }: LineRange,
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
