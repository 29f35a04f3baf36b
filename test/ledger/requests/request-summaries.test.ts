// What the list of all requests shows of each, and its filters by maker, amount and time.
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { READ_AHEAD_MAX } from '../../../functions/ledger/store/filtered-lists.ts';
import { omitIdPrefix } from '../../../functions/ledger/store/ids.ts';
import { writeTokenHolder } from '../../../functions/identity/storage/directory.ts';
import { openIdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import { requestPeriodChange } from '../../support/accounting-periods/closings.ts';
import { putControls } from '../../support/controls/controls.ts';
import { adjustEntry } from '../../support/fixtures/adjustments.ts';
import { approveTransition, submitTransition } from '../../support/fixtures/lifecycle.ts';
import { asTenant, credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, OperationCaller, WatchedLedger } from '../../support/stack/ledger.ts';
import { openDirectClient, readAllItems } from '../../support/stack/tables.ts';

let ledger: WatchedLedger;
let bank: OperationCaller;
let account: string;
/** In the order of submission. */
const ids: Record<string, string> = {};
const HUGE = '123456789012345678901234567890.01';

beforeAll(async () => {
  ledger = await startWatchedLedger();
  bank = asTenant(ledger, 'bank');
  await putControls(bank, [{ operation: 'postJournalEntry', when: 'amount > 5.00' }]);
  account = await openAccount(bank);
  const body = { ...credit(account, '1.00'), description: 'Salary' };
  const entry = (await bank.call('postJournalEntry', { body })).body.id;
  const dollars = await openAccount(bank, { currency: 'USD' });
  ids['freeze'] = await submitTransition(bank, account);
  ids['reversal'] = await adjustEntry(bank, entry);
  ids['closing'] = (await requestPeriodChange(bank, 'close')).id;
  ids['ten'] = await submitPosting(credit(account, '10.00'), 'linus');
  ids['huge'] = await submitPosting(credit(account, HUGE));
  ids['dollars'] = await submitPosting(credit(dollars, '10.00', 'USD'));
  ids['frozen'] = await submitTransition(bank, dollars, 'FREEZE', { subject: 'linus' });
  await approveTransition(bank, ids['frozen']);
  const holder = { tenantId: 'bank', kind: 'OPERATOR', issuer: 'https://id.example' } as const;
  const table = openIdentityTable(ledger.identityTable);
  await writeTokenHolder(table, { ...holder, id: 'ada', names: { name: 'Ada King' } }, new Date());
});
afterAll(() => ledger.stop());

async function submitPosting(body: object, subject = 'ada'): Promise<string> {
  const answer = await bank.call('postJournalEntry', { body, subject });
  expect(answer.status).toBe(202);
  return answer.body.id as string;
}

const list = async (query: Record<string, string> = {}, options: CallOptions = {}) =>
  (await bank.call('listRequests', { query, ...options })).body;
const listNames = async (query: Record<string, string>, options: CallOptions = {}) => {
  const { items } = await list(query, options);
  const names = Object.entries(ids).map(([name, id]) => [id, name] as const);
  const known = new Map(names);
  return items.flatMap(({ id }: { id: string }) => known.get(id) ?? []);
};

test('shows the operation, the subject, the amount, the control and the name of the maker', async () => {
  const { items } = await list();
  const shown = (name: string) => items.find(({ id }: { id: string }) => id === ids[name]);

  expect(shown('freeze')).toMatchObject({
    operation: 'submitAccountStatusTransition',
    type: 'FREEZE',
    subject: account,
    subject_label: 'Ada',
    requested_by_name: 'Ada King',
  });
  expect(shown('reversal')).toMatchObject({
    operation: 'submitFinancialAdjustmentRequest',
    type: 'REVERSAL',
    subject_label: 'Salary',
    amount: '1.00',
    currency: 'EUR',
  });
  expect(shown('closing')).toMatchObject({
    operation: 'closeGeneralLedgerPeriod',
    type: 'PERIOD_CLOSE',
    subject_label: '2026-01',
  });
  expect(shown('ten')).toMatchObject({
    operation: 'postJournalEntry',
    amount: '10.00',
    currency: 'EUR',
    control: { when: 'amount > 5.00', controls_version: 1 },
  });
  expect(shown('huge')).toMatchObject({ amount: HUGE });
  expect(shown('closing')).not.toHaveProperty('amount');
  // The directory does not have linus.
  expect(shown('ten')).not.toHaveProperty('requested_by_name');
});

const DECIDABLE = ['huge', 'closing', 'reversal', 'freeze'];
test.each<[Record<string, string>, string[], CallOptions]>([
  [{ maker: 'linus' }, ['frozen', 'ten'], {}],
  [{ maker: 'linus', mine: 'true' }, [], {}],
  [{ amount_from: '10.00' }, ['dollars', 'huge', 'ten'], {}],
  [{ amount_from: '10.00', currency: 'EUR' }, ['huge', 'ten'], {}],
  [{ amount_to: '10.00', currency: 'EUR' }, ['ten', 'reversal'], {}],
  [{ amount_from: HUGE }, ['huge'], {}],
  [{ amount_from: '123456789012345678901234567890.02' }, [], {}],
  [{ amount_to: '123456789012345678901234567890.00', amount_from: '10.01' }, [], {}],
  [{ currency: 'USD' }, ['dollars'], {}],
  [
    { order: 'asc', status: 'PENDING_APPROVAL', maker: 'ada', currency: 'EUR' },
    ['reversal', 'huge'],
    {},
  ],
  [{ decidable: 'true' }, ['dollars', ...DECIDABLE], { subject: 'linus' }],
  [{ decidable: 'true' }, ['ten'], {}],
  [{ decidable: 'true', status: 'APPLIED' }, [], { subject: 'linus' }],
  [{ decidable: 'false' }, ['frozen', 'ten'], { subject: 'linus' }],
  [
    { decidable: 'true', order: 'asc' },
    [...DECIDABLE.toReversed(), 'dollars'],
    { subject: 'linus' },
  ],
])('filters by %j', async (query, names, options) => {
  expect(await listNames(query, options)).toEqual(names);
});

test('who may not approve can decide nothing, and reads nothing for it', async () => {
  const permissions = ['finance.read', 'finance.write'];
  ledger.proxy.requests.length = 0;

  expect(await list({ decidable: 'true' }, { permissions, subject: 'hugo' })).toEqual({
    items: [],
  });

  expect(ledger.proxy.requests).toEqual([]);
  const rest = await listNames({ decidable: 'false' }, { permissions, subject: 'hugo' });
  expect(rest).toEqual(Object.keys(ids).toReversed());
});

test('the oldest come first on demand, page by page', async () => {
  const paged: string[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { order: 'asc', limit: '2', ...(cursor !== undefined && { cursor }) };
    const page = await list(query);
    paged.push(...page.items.map(({ id }: { id: string }) => id));
    expect(page).not.toHaveProperty('searched_until');
    cursor = page.next_cursor;
    if (cursor === undefined) break;
  }

  const { items } = await list();
  expect(paged).toEqual(items.map(({ id }: { id: string }) => id).toReversed());
});

test('both ends of a period are inclusive, in either order', async () => {
  const { items } = await list();
  const times = new Map<string, string>(
    items.map((item: { id: string; created_at: string }) => [item.id, item.created_at]),
  );
  const [from = '', to = ''] = [times.get(ids['reversal'] ?? ''), times.get(ids['huge'] ?? '')];

  const within = ['huge', 'ten', 'closing', 'reversal'];
  expect(await listNames({ from, to })).toEqual(within);
  expect(await listNames({ from, to, order: 'asc' })).toEqual(within.toReversed());
  expect(await listNames({ from, to, limit: '1', order: 'asc' })).toEqual(['reversal']);
});

test.each([
  [{ from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'invalid_period'],
  [{ amount_from: '2.00', amount_to: '1.00' }, 'invalid_request'],
  [{ amount_from: '1' }, 'invalid_request'],
  [{ order: 'newest' }, 'invalid_request'],
])('refuses %j', async (query, code) => {
  const answer = await bank.call('listRequests', { query: query as Record<string, string> });

  expect(answer.body).toMatchObject({ statusCode: 400, code });
});

test('a page that a filter has made short says how far it has searched, and continues there', async () => {
  const tenant = asTenant(ledger, 'searched');
  const owned = await openAccount(tenant);
  const sought = await submitTransition(tenant, owned, 'FREEZE', { subject: 'hugo' });
  const other = await submitTransition(tenant, owned);
  await copyRequest(other, READ_AHEAD_MAX);

  const first = await list({ maker: 'hugo' }, { tenant: 'searched' });

  expect(first).toMatchObject({ items: [], searched_until: readTime(other) });
  const found: string[] = [];
  for (let next: string | undefined = first.next_cursor; next !== undefined;) {
    const page = await list({ maker: 'hugo', cursor: next }, { tenant: 'searched' });
    found.push(...page.items.map(({ id }: { id: string }) => id));
    next = page.next_cursor;
  }
  expect(found).toEqual([sought]);
});

// An identifier starts with the time of the submission.
function readTime(id: string): string {
  const [high = '', low = ''] = id.split('_').at(-1)?.split('-') ?? [];
  return new Date(Number.parseInt(high + low, 16)).toISOString();
}

// Requests of the same millisecond: a page examines so many at most, on every engine.
async function copyRequest(requestId: string, count: number): Promise<void> {
  const client = openDirectClient();
  const all = await readAllItems(ledger.tables.ledger);
  const item = all.find(({ SK }) => SK === requestId);
  const copies = Array.from({ length: count }, (_, index) => {
    const SK = `${requestId.slice(0, -12)}${index.toString(16).padStart(12, '0')}`;
    return { PutRequest: { Item: { ...item, SK, time_order: omitIdPrefix(SK) } } };
  });
  for (let start = 0; start < copies.length; start += 25) {
    const RequestItems = { [ledger.tables.ledger]: copies.slice(start, start + 25) };
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems }));
    expect(UnprocessedItems).toEqual({});
  }
  client.destroy();
}
