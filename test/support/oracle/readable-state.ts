// The whole state of a tenant, read page by page through the API, and as the oracle expects it.
import type { OperationName } from '../../../functions/operations/operations.ts';
import type { CallAnswer } from '../stack/ledger.ts';
import { buildAccountBody, buildBalanceBody } from './accounts.ts';
import { buildMarkedBody } from './journal.ts';
import { buildLoanBody, buildTransactionBody } from './loans.ts';
import type { OracleBody, TenantState } from './histories/oracle-state.ts';

interface StateRequest {
  readonly operation: OperationName;
  readonly path?: Record<string, string>;
  readonly query?: Record<string, string>;
}

/** Calls the product until it answers. */
export type StateReader = (question: StateRequest) => Promise<CallAnswer>;

/** All records by name: lists as their items in order, records unchanged. */
export type ReadableState = ReadonlyMap<string, unknown>;

type BodyList = readonly OracleBody[];

/** The state that the product returns; the oracle's state determines which records to read. */
export async function readState(
  read: StateReader,
  books: TenantState,
  pageSize: number,
): Promise<ReadableState> {
  const state = new Map<string, unknown>();
  const list = async (name: string, question: StateRequest) => {
    state.set(name, await readList(read, question, pageSize));
  };
  const one = async (name: string, question: StateRequest) => {
    state.set(name, (await read(question)).body);
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
    ...[...books.accounts.keys()].flatMap((accountId) => [
      list(`statement ${accountId}`, { operation: 'getAccountStatement', path: { accountId } }),
      one(`balance ${accountId}`, { operation: 'getAccountBalance', path: { accountId } }),
    ]),
    ...[...books.loans.keys()].map((loanId) =>
      list(`transactions ${loanId}`, { operation: 'listLoanTransactions', path: { loanId } }),
    ),
    ...listAdjusted(books, 'journal_entry_id').map((journalEntryId) =>
      one(`entry ${journalEntryId}`, { operation: 'getJournalEntry', path: { journalEntryId } }),
    ),
    ...listAdjusted(books, 'transaction_id').map((transactionId) =>
      one(`transaction ${transactionId}`, { operation: 'getTransaction', path: { transactionId } }),
    ),
  ]);
  return state;
}

// The records that requests refer to, and those posted for one.
function listAdjusted({ adjustments }: TenantState, kind: string): string[] {
  const ids = [...adjustments.values()].flatMap(({ body }) =>
    ['target', 'reversal', 'replacement'].map((name) => body[`${name}_${kind}`]),
  );
  return [...new Set(ids)].filter((id): id is string => typeof id === 'string');
}

async function readList(
  read: StateReader,
  question: StateRequest,
  limit: number,
): Promise<BodyList> {
  const items: OracleBody[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...question.query, limit: String(limit), ...(cursor && { cursor }) };
    const { body, headers } = await read({ ...question, query });
    const page = body as BodyList | { items: BodyList; next_cursor?: string };
    items.push(...('items' in page ? page.items : page));
    cursor = 'items' in page ? page.next_cursor : headers['X-Next-Cursor'];
  } while (cursor !== undefined);
  return items;
}

/** The state that the product must return. Values that cannot be predicted are taken from it. */
export function deriveState(books: TenantState, actual: ReadableState): ReadableState {
  const { accounts, journal, lifecycle, adjustments, loans } = books;
  const list = (name: string, all: Iterable<OracleBody>) =>
    [name, sortLike(all, actual.get(name))] as const;
  const requests = [...lifecycle.values()].map(({ body }) => body);
  const others = [...adjustments.values()].map(({ body }) => body);
  const isPending = ({ status }: OracleBody) => status === 'PENDING_APPROVAL';
  const facts = new Map(toItems(actual.get('accounts')).map((item) => [item['id'], item]));
  const accountOf = (id: string) => facts.get(id) ?? {};
  return new Map<string, unknown>([
    list(
      'accounts',
      [...accounts.values()].map((one) => buildAccountBody(one, accountOf(one.id))),
    ),
    list(
      'journal',
      [...journal.values()].map(({ body }) => body),
    ),
    list('lifecycle', requests),
    list('adjustments', others),
    list('lifecycle pending', requests.filter(isPending)),
    list('adjustments pending', others.filter(isPending)),
    list('loans', [...loans.values()].map(buildLoanBody)),
    ...[...accounts.values()].flatMap((account): [string, unknown][] => [
      [`statement ${account.id}`, account.entries],
      [`balance ${account.id}`, buildBalanceBody(account)],
    ]),
    ...[...loans.values()].map(({ id, transactions }): [string, unknown] => [
      `transactions ${id}`,
      transactions.map((one) => books.transactions.get(one)?.body),
    ]),
    ...listAdjusted(books, 'journal_entry_id').map((id): [string, unknown] => {
      const entry = journal.get(id);
      return [`entry ${id}`, entry && buildMarkedBody(entry)];
    }),
    ...listAdjusted(books, 'transaction_id').map((id): [string, unknown] => {
      const transaction = books.transactions.get(id);
      return [`transaction ${id}`, transaction && buildTransactionBody(transaction)];
    }),
  ]);
}

function toItems(actual: unknown): BodyList {
  return Array.isArray(actual) ? (actual as BodyList) : [];
}

// The order of records within one millisecond is unknown: any order by time is right.
function sortLike(all: Iterable<OracleBody>, actual: unknown): BodyList {
  const byId = new Map([...all].map((body) => [body['id'], body]));
  const ids = toItems(actual).map(({ id }) => id);
  const times = ids.map((id) => readTime(byId.get(id)));
  const isForward = times.every((time, at) => at === 0 || time >= (times[at - 1] ?? ''));
  const isBackward = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? ''));
  const isWhole = ids.length === byId.size && ids.every((id) => byId.has(id));
  const isRight = isWhole && (isForward || isBackward);
  return isRight ? ids.map((id) => byId.get(id) ?? {}) : [...byId.values()];
}

function readTime(body: OracleBody | undefined): string {
  return String(body?.['posted_at'] ?? body?.['created_at']);
}
