// The whole state of a tenant: as the API returns it, page by page, and as the oracle expects it.
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
    ...[...state.accounts.keys()].flatMap((accountId) => [
      list(`statement ${accountId}`, { operation: 'getAccountStatement', path: { accountId } }),
      record(`balance ${accountId}`, { operation: 'getAccountBalance', path: { accountId } }),
    ]),
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

// The records that requests refer to, and those posted for one.
function listAdjusted({ adjustments }: TenantState, kind: string): string[] {
  const ids = [...adjustments.values()].flatMap(({ body }) =>
    ['target', 'reversal', 'replacement'].map((name) => body[`${name}_${kind}`]),
  );
  return [...new Set(ids)].filter((id): id is string => typeof id === 'string');
}

async function readList(
  read: StateReader,
  request: StateRequest,
  limit: number,
): Promise<BodyList> {
  const items: OracleBody[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...request.query, limit: String(limit), ...(cursor && { cursor }) };
    const { body, headers } = await read({ ...request, query });
    const page = body as BodyList | { items: BodyList; next_cursor?: string };
    items.push(...('items' in page ? page.items : page));
    cursor = 'items' in page ? page.next_cursor : headers['X-Next-Cursor'];
  } while (cursor !== undefined);
  return items;
}

/** The state that the product must return. Values that cannot be predicted are taken from `actual`. */
export function deriveState(state: TenantState, actual: ReadableState): ReadableState {
  const { accounts, journal, lifecycle, adjustments, loans } = state;
  const list = (name: string, all: Iterable<OracleBody>) =>
    [name, sortLike(all, actual.get(name))] as const;
  const lifecycleRequests = [...lifecycle.values()].map(({ body }) => body);
  const adjustmentRequests = [...adjustments.values()].map(({ body }) => body);
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
    ...[...accounts.values()].flatMap((account): [string, unknown][] => [
      [`statement ${account.id}`, account.entries],
      [`balance ${account.id}`, buildBalanceBody(account)],
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
