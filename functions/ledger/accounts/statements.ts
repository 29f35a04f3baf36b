// Reads of an account's entries: its statement, and its balance at an instant.
import { computeBalanceBefore, describeMissingAccount } from '../../domain/accounts/accounts.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { money, readCurrency } from '../../domain/values/money.ts';
import type { Money } from '../../domain/values/money.ts';
import type { TimePeriod } from '../../domain/values/periods.ts';
import type { Session } from '../commit/session.ts';
import { isId } from '../store/ids.ts';
import { keys } from '../store/keys.ts';
import { toPage } from '../store/pages.ts';
import type { Page, PageRequest } from '../store/pages.ts';
import { buildRangeAfter, INVALID_CURSOR_MESSAGE, runQuery } from '../store/merged-lists.ts';
import { accountEntryFields } from './entry-items.ts';
import type { AccountEntry } from './entry-items.ts';
import { readAccountState } from './reads.ts';

/** The balances before the first entry of a period and after its last one. */
export interface PeriodBalances {
  readonly opening: Money;
  readonly closing: Money;
}

export interface StatementPage extends Page<AccountEntry> {
  /** Absent when the filter names no period. */
  readonly balances?: PeriodBalances;
}

/**
 * A page of an account's entries by the time of posting, with the balances of its period: one request for the
 * page, and one for each balance that the page does not show. Refuses with account_not_found.
 */
export async function readStatement(
  session: Session,
  accountId: string,
  filter: TimePeriod,
  request: PageRequest,
): Promise<StatementPage> {
  const page = await readPage(session, accountId, filter, request);
  if (filter.from === undefined && filter.to === undefined) {
    // An empty page may mean an unknown account. Only then does the check cost a second request.
    if (page.items.length === 0) await readAccountState(session, accountId);
    return page;
  }
  const shown = findShownEnds(page, request);
  return { ...page, balances: await readPeriodBalances(session, accountId, filter, shown) };
}

/**
 * The balance after the last entry that was posted at or before the instant, and zero before the first
 * one: one request, and one more before the first entry. Refuses with account_not_found.
 */
export async function readBalanceAsOf(
  session: Session,
  accountId: string,
  asOf: string,
): Promise<Money> {
  requireAccountId(accountId);
  const balance = await findBalanceBefore(session, accountId, buildRangeEnd(asOf));
  return balance ?? readZeroBalance(session, accountId);
}

async function readPage(
  { store, tenant }: Session,
  accountId: string,
  period: TimePeriod,
  { order, after, limit }: PageRequest,
): Promise<Page<AccountEntry>> {
  requireAccountId(accountId);
  const range = { from: period.from ?? '0', to: buildRangeEnd(period.to) };
  const { from, to } = buildRangeAfter(range, order, after);
  if (from > to) throw new Refusal('invalid_cursor', INVALID_CURSOR_MESSAGE);
  const { Items: items, LastEvaluatedKey: more } = await runQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':partition': keys.entries(tenant, accountId),
      ':from': from,
      ':to': to,
    },
    Limit: limit + 1,
    ScanIndexForward: order === 'oldest first',
    ConsistentRead: true,
  });
  const hasMore = items.length > limit || more !== undefined;
  const page = items.slice(0, limit);
  return toPage(page.map(accountEntryFields.fromItem), hasMore, page.at(-1)?.SK);
}

/** What a page shows of a period: whether that is nothing at all, and its first and its last entry. */
interface ShownEnds {
  readonly isEmpty: boolean;
  readonly some: AccountEntry | undefined;
  readonly first: AccountEntry | undefined;
  readonly last: AccountEntry | undefined;
}

function findShownEnds(
  { items, next }: Page<AccountEntry>,
  { order, after }: PageRequest,
): ShownEnds {
  // In the order of the page, which starts at one end of the period if nothing precedes it.
  const start = after === undefined ? items[0] : undefined;
  const end = next === undefined ? items.at(-1) : undefined;
  const [first, last] = order === 'oldest first' ? [start, end] : [end, start];
  return { isEmpty: items.length === 0 && after === undefined, some: items[0], first, last };
}

// Not taken from the cursor: it is sealed without a secret (ADR 016), so a caller could write balances
// of their own into it.
async function readPeriodBalances(
  session: Session,
  accountId: string,
  { from, to }: TimePeriod,
  { isEmpty, some, first, last }: ShownEnds,
): Promise<PeriodBalances> {
  const readZero = () =>
    some ? money(0n, readCurrency(some.amount)) : readZeroBalance(session, accountId);
  const readBefore = async (end: string) =>
    (await findBalanceBefore(session, accountId, end)) ?? readZero();
  const readOpening = async () => {
    if (first) return computeBalanceBefore(first);
    return from === undefined ? readZero() : readBefore(from);
  };
  const readClosing = async () => last?.balanceAfter ?? readBefore(buildRangeEnd(to));
  if (isEmpty) {
    const balance = await readOpening();
    return { opening: balance, closing: balance };
  }
  const [opening, closing] = await Promise.all([readOpening(), readClosing()]);
  return { opening, closing };
}

/** The balance after the last entry whose sort key is below `end`, if there is one: one request. */
async function findBalanceBefore(
  { store, tenant }: Session,
  accountId: string,
  end: string,
): Promise<Money | undefined> {
  const { Items: items } = await runQuery(store, {
    TableName: store.ledgerTable,
    KeyConditionExpression: 'PK = :partition AND SK < :end',
    ExpressionAttributeValues: { ':partition': keys.entries(tenant, accountId), ':end': end },
    Limit: 1,
    ScanIndexForward: false,
    ConsistentRead: true,
  });
  const [last] = items.map(accountEntryFields.fromItem);
  return last?.balanceAfter;
}

// Reading the account also shows that it exists.
async function readZeroBalance(session: Session, accountId: string): Promise<Money> {
  const { balance } = await readAccountState(session, accountId);
  return money(0n, readCurrency(balance));
}

/** The end of the range of entries up to this millisecond, inclusive. */
function buildRangeEnd(last: string | undefined): string {
  return last === undefined ? '~' : `${last}#~`;
}

function requireAccountId(accountId: string): void {
  if (isId('acc', accountId)) return;
  throw new Refusal('account_not_found', describeMissingAccount(accountId));
}
