// The whole state of a tenant: as the API returns it, page by page, and as the oracle expects it.
import type { OperationName } from '../../../functions/operations/operations.ts';
import type { CallAnswer } from '../stack/ledger.ts';
import {
  buildAccountBody,
  buildBalanceAsOfBody,
  buildBalanceBody,
  buildStatementBody,
} from './accounts.ts';
import { buildControlsBody } from './controls/controls.ts';
import {
  deriveLedgerLists,
  deriveLedgerRecords,
  listLedgerLists,
} from './general-ledger/readable-general-ledger.ts';
import { buildMarkedBody } from './journal.ts';
import { buildLoanBody, buildTransactionBody } from './loans.ts';
import type { OracleAccount, OracleBody, TenantState } from './histories/oracle-state.ts';

interface StateRequest {
  readonly operation: OperationName;
  readonly path?: Record<string, string>;
  readonly query?: Record<string, string>;
}

/** Sends a request to the product, and retries until it gets an answer. */
export type StateReader = (request: StateRequest) => Promise<CallAnswer>;

/** Answers by name: the items of a list in order, or one record. */
export type ReadableState = ReadonlyMap<string, unknown>;

type BodyList = readonly OracleBody[];

/** The state that the product returns; the oracle's state determines which records to read. */
export async function readState(
  read: StateReader,
  state: TenantState,
  pageSize: number,
): Promise<ReadableState> {
  const readable = new Map<string, unknown>();
  const list = async (name: string, request: StateRequest) => {
    readable.set(name, await readList(read, request, pageSize));
  };
  const period = async (name: string, request: StateRequest) => {
    readable.set(name, joinPages(await readPages(read, request, pageSize)));
  };
  const record = async (name: string, request: StateRequest) => {
    readable.set(name, (await read(request)).body);
  };
  const pending = { status: 'PENDING_APPROVAL' };
  await Promise.all([
    list('accounts', { operation: 'listAccounts' }),
    list('journal', { operation: 'listJournalEntries' }),
    list('lifecycle', { operation: 'listAccountLifecycleRequests' }),
    list('adjustments', { operation: 'listFinancialAdjustmentRequests' }),
    list('lifecycle pending', { operation: 'listAccountLifecycleRequests', query: pending }),
    list('adjustments pending', { operation: 'listFinancialAdjustmentRequests', query: pending }),
    list('loans', { operation: 'listLoans' }),
    list('changes', { operation: 'listChangeRequests' }),
    list('changes pending', { operation: 'listChangeRequests', query: pending }),
    record('controls', { operation: 'getControls' }),
    ...listExternalIds(state).map((externalId) =>
      list(`accounts ${externalId}`, {
        operation: 'listAccounts',
        query: { external_id: externalId },
      }),
    ),
    record('settings', { operation: 'getGeneralLedgerSettings' }),
    ...listLedgerLists(state).map(([name, request]) => list(name, request)),
    ...[...state.accounts.keys()].flatMap((accountId) => [
      list(`statement ${accountId}`, { operation: 'getAccountStatement', path: { accountId } }),
      record(`balance ${accountId}`, { operation: 'getAccountBalance', path: { accountId } }),
    ]),
    ...[...state.accounts.values()].flatMap((account) => {
      const path = { accountId: account.id };
      const { instants, periods } = listPastReads(account);
      return [
        ...instants.map((as_of) =>
          record(`balance ${account.id} at ${as_of}`, {
            operation: 'getAccountBalance',
            path,
            query: { as_of },
          }),
        ),
        ...periods.map(({ from, to }) =>
          period(`statement ${account.id} of ${from} ${to}`, {
            operation: 'getAccountStatement',
            path,
            query: { from, to },
          }),
        ),
      ];
    }),
    ...[...state.loans.keys()].map((loanId) =>
      list(`transactions ${loanId}`, { operation: 'listLoanTransactions', path: { loanId } }),
    ),
    ...listAdjusted(state, 'journal_entry_id').map((journalEntryId) =>
      record(`entry ${journalEntryId}`, { operation: 'getJournalEntry', path: { journalEntryId } }),
    ),
    ...listAdjusted(state, 'transaction_id').map((transactionId) =>
      record(`transaction ${transactionId}`, {
        operation: 'getTransaction',
        path: { transactionId },
      }),
    ),
  ]);
  return readable;
}

function listExternalIds({ accounts }: TenantState): string[] {
  const ids = [...accounts.values()].map(({ terms }) => terms['external_id']);
  return ids.filter((id): id is string => typeof id === 'string');
}

/** Instants and a period about the middle of the entries, where faults of the limits show. */
function listPastReads({ entries }: OracleAccount) {
  const times = entries.map(({ posted_at }) => String(posted_at));
  const [middle, last] = [times[Math.floor(times.length / 2)], times.at(-1)];
  if (middle === undefined || last === undefined) return { instants: [], periods: [] };
  const [beforeMiddle, beforeLast] = [middle, last].map((time) =>
    new Date(Date.parse(time) - 1).toISOString(),
  ) as [string, string];
  return {
    instants: [beforeMiddle, middle],
    periods: [{ from: middle, to: beforeLast < middle ? middle : beforeLast }],
  };
}

// The balances must be the same on every page.
function joinPages(pages: readonly PageBody[]): unknown {
  const balances = pages.map(({ opening_balance, closing_balance }) => {
    return { opening_balance, closing_balance };
  });
  const isSame = new Set(balances.map((pair) => JSON.stringify(pair))).size === 1;
  return isSame ? { items: pages.flatMap(({ items }) => items), ...balances[0] } : pages;
}

// The records that requests refer to, and those posted for one.
function listAdjusted({ adjustments }: TenantState, kind: string): string[] {
  const ids = [...adjustments.values()].flatMap(({ body }) =>
    ['target', 'reversal', 'replacement'].map((name) => body[`${name}_${kind}`]),
  );
  return [...new Set(ids)].filter((id): id is string => typeof id === 'string');
}

interface PageBody {
  readonly items: BodyList;
  readonly next_cursor?: string;
  readonly opening_balance?: string;
  readonly closing_balance?: string;
}

async function readList(
  read: StateReader,
  request: StateRequest,
  limit: number,
): Promise<BodyList> {
  const pages = await readPages(read, request, limit);
  return pages.flatMap(({ items }) => items);
}

async function readPages(
  read: StateReader,
  request: StateRequest,
  limit: number,
): Promise<PageBody[]> {
  const pages: PageBody[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...request.query, limit: String(limit), ...(cursor && { cursor }) };
    const { body, headers } = await read({ ...request, query });
    const page = body as BodyList | PageBody;
    pages.push('items' in page ? page : { items: page });
    cursor = 'items' in page ? page.next_cursor : headers['X-Next-Cursor'];
  } while (cursor !== undefined);
  return pages;
}

/** The state that the product must return. Values that cannot be predicted are taken from `actual`. */
export function deriveState(state: TenantState, actual: ReadableState): ReadableState {
  const { accounts, journal, lifecycle, adjustments, loans } = state;
  const list = (name: string, all: Iterable<OracleBody>) =>
    [name, sortLike(all, actual.get(name))] as const;
  const lifecycleRequests = [...lifecycle.values()].map(({ body }) => body);
  const adjustmentRequests = [...adjustments.values()].map(({ body }) => body);
  const changeRequests = [...state.changes.values()].map(({ body }) => body);
  const isPending = ({ status }: OracleBody) => status === 'PENDING_APPROVAL';
  const facts = new Map(toItems(actual.get('accounts')).map((item) => [item['id'], item]));
  const findFacts = (id: string) => facts.get(id) ?? {};
  return new Map<string, unknown>([
    list(
      'accounts',
      [...accounts.values()].map((account) => buildAccountBody(account, findFacts(account.id))),
    ),
    list(
      'journal',
      [...journal.values()].map(({ body }) => body),
    ),
    list('lifecycle', lifecycleRequests),
    list('adjustments', adjustmentRequests),
    list('lifecycle pending', lifecycleRequests.filter(isPending)),
    list('adjustments pending', adjustmentRequests.filter(isPending)),
    list('loans', [...loans.values()].map(buildLoanBody)),
    list('changes', changeRequests),
    list('changes pending', changeRequests.filter(isPending)),
    ['controls', buildControlsBody(state.controls)],
    ...[...accounts.values()].flatMap((account): [string, unknown][] => {
      const name = `accounts ${String(account.terms['external_id'])}`;
      return actual.has(name) ? [[name, [buildAccountBody(account, findFacts(account.id))]]] : [];
    }),
    ...deriveLedgerLists(state, actual).map(([name, bodies]) => list(name, bodies)),
    ...deriveLedgerRecords(state, actual),
    ...[...accounts.values()].flatMap((account): [string, unknown][] => [
      [`statement ${account.id}`, account.entries],
      [`balance ${account.id}`, buildBalanceBody(account)],
      ...derivePast(account, actual),
    ]),
    ...[...loans.values()].map(({ id, transactions }): [string, unknown] => [
      `transactions ${id}`,
      transactions.map((transaction) => state.transactions.get(transaction)?.body),
    ]),
    ...listAdjusted(state, 'journal_entry_id').map((id): [string, unknown] => {
      const entry = journal.get(id);
      return [`entry ${id}`, entry && buildMarkedBody(entry)];
    }),
    ...listAdjusted(state, 'transaction_id').map((id): [string, unknown] => {
      const transaction = state.transactions.get(id);
      return [`transaction ${id}`, transaction && buildTransactionBody(transaction)];
    }),
  ]);
}

// The product was asked for the instants and periods of one possible state; others must agree on them.
function derivePast(account: OracleAccount, actual: ReadableState): [string, unknown][] {
  return [...actual.keys()].flatMap((name): [string, unknown][] => {
    const [kind, id, preposition, first = '', last = ''] = name.split(' ');
    if (id !== account.id || preposition === undefined) return [];
    return kind === 'balance'
      ? [[name, buildBalanceAsOfBody(account, first)]]
      : [[name, buildStatementBody(account, { from: first, to: last })]];
  });
}

function toItems(actual: unknown): BodyList {
  return Array.isArray(actual) ? (actual as BodyList) : [];
}

// The order of records within one millisecond is unknown: any order by time is right.
function sortLike(all: Iterable<OracleBody>, actual: unknown): BodyList {
  const byId = new Map([...all].map((body) => [body['id'], body]));
  const ids = toItems(actual).map(({ id }) => id);
  const times = ids.map((id) => readTime(byId.get(id)));
  const isForward = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? ''));
  const isBackward = times.every((time, index) => index === 0 || time <= (times[index - 1] ?? ''));
  const isComplete = ids.length === byId.size && ids.every((id) => byId.has(id));
  const isRight = isComplete && (isForward || isBackward);
  return isRight ? ids.map((id) => byId.get(id) ?? {}) : [...byId.values()];
}

function readTime(body: OracleBody | undefined): string {
  return String(body?.['posted_at'] ?? body?.['created_at']);
}
