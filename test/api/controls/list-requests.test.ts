// One list of the requests of all kinds.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requestPeriodChange } from '../../support/accounting-periods/closings.ts';
import { approveChange, putControls } from '../../support/controls/controls.ts';
import { adjustEntry, postEntry } from '../../support/fixtures/adjustments.ts';
import { rejectTransition, submitTransition } from '../../support/fixtures/lifecycle.ts';
import { asTenant, credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, WatchedLedger } from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
let account: string;
/** In the order of submission. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  ledger = await startWatchedLedger();
  await putControls(ledger, [{ operation: 'createSchema' }]);
  account = await openAccount(ledger);
  const entry = (await ledger.call('postJournalEntry', { body: credit(account, '1.00') })).body.id;
  ids['freeze'] = await submitTransition(ledger, account);
  ids['adjustment'] = await adjustEntry(ledger, entry);
  ids['closing'] = (await requestPeriodChange(ledger, 'close')).id;
  const requested = await ledger.call('replaceControls', {
    subject: 'linus',
    body: { controls: [] },
  });
  ids['change'] = requested.body.id;
  ids['rejected'] = await submitTransition(ledger, account);
  await rejectTransition(ledger, ids['rejected']);
});
afterAll(() => ledger.stop());

const PENDING = 'PENDING_APPROVAL';
const list = async (query: Record<string, string> = {}, options: CallOptions = {}) =>
  (await ledger.call('listRequests', { query, ...options })).body;
const listIds = async (query: Record<string, string>, options: CallOptions = {}) =>
  (await list(query, options)).items.map(({ id }: { id: string }) => id);

test('lists the requests of all kinds, newest first', async () => {
  const { items } = await list();

  expect(items.slice(0, 5).map(({ id }: { id: string }) => id)).toEqual(
    Object.values(ids).toReversed(),
  );
  expect(items).toMatchObject([
    { kind: 'ACCOUNT_LIFECYCLE', subject: account, status: 'REJECTED', decided_by: 'grace' },
    { kind: 'CHANGE', subject: 'replaceControls', status: PENDING, requested_by: 'linus' },
    { kind: 'GENERAL_LEDGER', subject: '2026-01', status: PENDING },
    { kind: 'FINANCIAL_ADJUSTMENT', status: PENDING },
    { kind: 'ACCOUNT_LIFECYCLE', subject: account, status: PENDING, requested_by: 'ada' },
    { kind: 'CHANGE', subject: 'replaceControls', status: 'APPLIED' },
  ]);
});

test.each<[Record<string, string>, string[]]>([
  [{ status: PENDING }, ['change', 'closing', 'adjustment', 'freeze']],
  [{ status: 'REJECTED' }, ['rejected']],
  [{ kind: 'ACCOUNT_LIFECYCLE' }, ['rejected', 'freeze']],
  [{ kind: 'GENERAL_LEDGER', status: PENDING }, ['closing']],
  [{ mine: 'true', status: PENDING }, ['closing', 'adjustment', 'freeze']],
  [{ mine: 'false', status: PENDING }, ['change']],
  [{ subject: '2026-01' }, ['closing']],
  [{ subject: '2026-0' }, []],
  [{ kind: 'CHANGE', subject: 'replaceControls', status: PENDING, mine: 'false' }, ['change']],
])('filters by %j', async (query, names) => {
  expect(await listIds(query)).toEqual(names.map((name) => ids[name]));
});

test('finds the requests of an account, and none of another tenant', async () => {
  expect(await listIds({ subject: account })).toEqual([ids['rejected'], ids['freeze']]);
  expect(await listIds({ subject: account }, { tenant: 'other' })).toEqual([]);
});

test.each<Record<string, string>>([{}, { mine: 'true' }, { kind: 'ACCOUNT_LIFECYCLE' }])(
  'pages through %j one by one',
  async (query) => {
    const whole = await listIds(query);
    const paged: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await list({ ...query, limit: '1', ...(cursor !== undefined && { cursor }) });
      paged.push(...page.items.map(({ id }: { id: string }) => id));
      cursor = page.next_cursor;
      if (cursor === undefined) break;
    }

    expect(paged).toEqual(whole);
  },
);

test('a page that holds the rest leads to no other, whether it is full or not', async () => {
  const { items } = await list();

  for (const limit of [items.length, items.length + 1]) {
    const page = await list({ limit: String(limit) });
    expect(page).toEqual({ items });
  }
});

test.each([
  [{}, 2],
  [{ status: PENDING }, 1],
  [{ status: 'APPLIED', mine: 'true' }, 1],
  [{ kind: 'CHANGE', mine: 'false', subject: 'postJournalEntry' }, 2],
])('a page of %j takes %i queries', async (query, queries) => {
  ledger.proxy.requests.length = 0;

  await list(query as Record<string, string>);

  const sent = ledger.proxy.requests.map(({ operation }) => operation);
  expect(sent.filter((operation) => operation === 'Query')).toHaveLength(queries);
  // The names of all makers of a page take one request.
  expect(sent.filter((operation) => operation !== 'Query').length).toBeLessThanOrEqual(1);
});

test('a decided request leaves the list of those that wait', async () => {
  const { body } = await ledger.call('replaceControls', { body: { controls: [] } });
  await approveChange(ledger, body.id);

  expect(await listIds({ status: PENDING })).not.toContain(body.id);
  expect(await listIds({ status: 'APPLIED' })).toContain(body.id);
});

test('refuses a cursor of another list', async () => {
  const answer = await ledger.call('listRequests', { query: { cursor: 'x' } });

  expect(answer.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});

test('an amount has as many digits as the lines of an entry add up to', async () => {
  const bank = asTenant(ledger, 'large');
  const amount = `${'9'.repeat(36)}.99`;
  const ledger_lines = [
    { account_code: '1000', debit_amount: amount },
    { account_code: '1001', debit_amount: amount },
    { account_code: '2000', credit_amount: amount },
    { account_code: '2001', credit_amount: amount },
  ];
  await adjustEntry(bank, await postEntry(bank, { ledger_lines }));

  const { body } = await bank.call('listRequests', {});

  expect(body.items).toMatchObject([{ amount: `1${'9'.repeat(36)}.98` }]);
});
