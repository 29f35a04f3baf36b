// The whole state of a tenant, read page by page through the API and as the oracle believes it to be.
import type { OperationName } from '../../../functions/operations/operations.ts';
import type { Called } from '../stack/ledger.ts';
import { accountBody, balanceBody } from './accounts.ts';
import { markedBody } from './journal.ts';
import { loanBody, transactionBody } from './loans.ts';
import type { Body, Books } from './histories/world.ts';

interface Question {
  readonly operation: OperationName;
  readonly path?: Record<string, string>;
  readonly query?: Record<string, string>;
}

/** Asks the product, until it answers. */
export type Read = (question: Question) => Promise<Called>;

/** Everything by name: lists as their items in order, records as they are. */
export type State = ReadonlyMap<string, unknown>;

type Items = readonly Body[];

/** What the product says; which records there are to ask for is taken from the books. */
export async function readState(read: Read, books: Books, pageSize: number): Promise<State> {
  const state = new Map<string, unknown>();
  const list = async (name: string, question: Question) => {
    state.set(name, await readList(read, question, pageSize));
  };
  const one = async (name: string, question: Question) => {
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
    ...adjusted(books, 'journal_entry_id').map((journalEntryId) =>
      one(`entry ${journalEntryId}`, { operation: 'getJournalEntry', path: { journalEntryId } }),
    ),
    ...adjusted(books, 'transaction_id').map((transactionId) =>
      one(`transaction ${transactionId}`, { operation: 'getTransaction', path: { transactionId } }),
    ),
  ]);
  return state;
}

// The records that a request is about, and those that were posted for one.
function adjusted({ adjustments }: Books, kind: string): string[] {
  const ids = [...adjustments.values()].flatMap(({ body }) =>
    ['target', 'reversal', 'replacement'].map((name) => body[`${name}_${kind}`]),
  );
  return [...new Set(ids)].filter((id): id is string => typeof id === 'string');
}

async function readList(read: Read, question: Question, limit: number): Promise<Items> {
  const items: Body[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...question.query, limit: String(limit), ...(cursor && { cursor }) };
    const { body, headers } = await read({ ...question, query });
    const page = body as Items | { items: Items; next_cursor?: string };
    items.push(...('items' in page ? page.items : page));
    cursor = 'items' in page ? page.next_cursor : headers['X-Next-Cursor'];
  } while (cursor !== undefined);
  return items;
}

/** What the product must say. What nobody can know is taken from what it says. */
export function stateOf(books: Books, told: State): State {
  const { accounts, journal, lifecycle, adjustments, loans } = books;
  const list = (name: string, all: Iterable<Body>) => [name, inOrder(all, told.get(name))] as const;
  const requests = [...lifecycle.values()].map(({ body }) => body);
  const others = [...adjustments.values()].map(({ body }) => body);
  const isPending = ({ status }: Body) => status === 'PENDING_APPROVAL';
  const facts = new Map(itemsOf(told.get('accounts')).map((item) => [item['id'], item]));
  const accountOf = (id: string) => facts.get(id) ?? {};
  return new Map<string, unknown>([
    list(
      'accounts',
      [...accounts.values()].map((one) => accountBody(one, accountOf(one.id))),
    ),
    list(
      'journal',
      [...journal.values()].map(({ body }) => body),
    ),
    list('lifecycle', requests),
    list('adjustments', others),
    list('lifecycle pending', requests.filter(isPending)),
    list('adjustments pending', others.filter(isPending)),
    list('loans', [...loans.values()].map(loanBody)),
    ...[...accounts.values()].flatMap((account): [string, unknown][] => [
      [`statement ${account.id}`, account.entries],
      [`balance ${account.id}`, balanceBody(account)],
    ]),
    ...[...loans.values()].map(({ id, transactions }): [string, unknown] => [
      `transactions ${id}`,
      transactions.map((one) => books.transactions.get(one)?.body),
    ]),
    ...adjusted(books, 'journal_entry_id').map((id): [string, unknown] => {
      const entry = journal.get(id);
      return [`entry ${id}`, entry && markedBody(entry)];
    }),
    ...adjusted(books, 'transaction_id').map((id): [string, unknown] => {
      const transaction = books.transactions.get(id);
      return [`transaction ${id}`, transaction && transactionBody(transaction)];
    }),
  ]);
}

function itemsOf(told: unknown): Items {
  return Array.isArray(told) ? (told as Items) : [];
}

// Records of one millisecond have no order that anybody could know: any is right that is by time.
function inOrder(all: Iterable<Body>, told: unknown): Items {
  const byId = new Map([...all].map((body) => [body['id'], body]));
  const ids = itemsOf(told).map(({ id }) => id);
  const times = ids.map((id) => timeOf(byId.get(id)));
  const isForward = times.every((time, at) => at === 0 || time >= (times[at - 1] ?? ''));
  const isBackward = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? ''));
  const isWhole = ids.length === byId.size && ids.every((id) => byId.has(id));
  const isRight = isWhole && (isForward || isBackward);
  return isRight ? ids.map((id) => byId.get(id) ?? {}) : [...byId.values()];
}

function timeOf(body: Body | undefined): string {
  return String(body?.['posted_at'] ?? body?.['created_at']);
}
