import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addDays } from '../../../functions/domain/values/calendar-periods.ts';
import { forgetLists } from '../../support/projections/forgotten-lists.ts';
import { agreeLoan, disbursement } from '../../support/fixtures/loans.ts';
import { projectReceipts } from '../../support/projections/projections.ts';
import { credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';

let ledger: WatchedLedger;
let payee: string;
const posted: string[] = [];
beforeAll(async () => {
  ledger = await startWatchedLedger();
  payee = await openAccount(ledger);
  for (let count = 0; count < 23; count += 1) {
    const entry = await ledger.call('postJournalEntry', { body: credit(payee, '1.00') });
    posted.push(entry.body.id);
    // Identifiers sort by millisecond; within one millisecond the order of two requests is
    // undefined.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
});
afterAll(() => ledger.stop());

const list = (query: Record<string, string> = {}, tenant = 'acme') =>
  ledger.call('listJournalEntries', { query, tenant });
const idsOf = (answer: { body: { items: { id: string }[] } }) =>
  answer.body.items.map(({ id }) => id);

test('lists all entries in posting order', async () => {
  const answer = await list();

  expect(idsOf(answer)).toEqual(posted);
  expect(answer.body).not.toHaveProperty('next_cursor');
});

test.each(['1', '7', '22', '23', '100'])('pages through all entries by %s', async (limit) => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit, ...(cursor && { cursor }) });
    expect(page.body.items.length).toBeLessThanOrEqual(Number(limit));
    seen.push(...idsOf(page));
    cursor = page.body.next_cursor;
  } while (cursor);

  expect(seen).toEqual(posted);
});

test.each(['4', '23'])('pages through all entries by %s, newest first', async (limit) => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit, order: 'desc', ...(cursor && { cursor }) });
    seen.push(...idsOf(page));
    cursor = page.body.next_cursor;
  } while (cursor);

  expect(seen).toEqual(posted.toReversed());
});

test('takes whole days, both included', async () => {
  const { items } = (await list()).body;
  // A day may end between the first entry and the last.
  const [first, last] = [items[0], items.at(-1)].map(({ posted_at }) => posted_at.slice(0, 10));

  expect(idsOf(await list({ from: first, to: last }))).toEqual(posted);
  expect(idsOf(await list({ to: addDays(first, -1) }))).toEqual([]);
  expect(idsOf(await list({ from: addDays(last, 1) }))).toEqual([]);
});

test('refuses a reversed or invalid period', async () => {
  const reversed = await list({ from: '2026-02-01', to: '2026-01-31' });
  const noDay = await list({ from: '2026-02-30' });

  expect(reversed.body).toMatchObject({ statusCode: 400, code: 'invalid_period' });
  expect(noDay.body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});

test('refuses a cursor that was changed or taken from another list', async () => {
  const cursor = (await list({ limit: '5' })).body.next_cursor as string;
  const flipped = cursor.slice(0, -1) + (cursor.endsWith('A') ? 'B' : 'A');

  for (const [query, tenant] of [
    [{ cursor: flipped }, 'acme'],
    [{ cursor: 'x'.repeat(5000) }, 'acme'],
    [{ cursor, from: '2026-01-01' }, 'acme'],
    [{ cursor }, 'globex'],
  ] as const) {
    const refused = await list(query, tenant);
    expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
  }
});

test.each(['0', '101', '-1', '1.5', 'ten', ''])('refuses the limit %s', async (limit) => {
  expect((await list({ limit })).body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});

const FILTERED = 'filtered';
const entries: Record<string, string> = {};
const find = (query: Record<string, string>) => list(query, FILTERED);

interface EntryMembers {
  readonly codes?: readonly [debited: string, credited: string];
  readonly reference?: string;
  readonly subject?: string;
}

async function post(
  account: string,
  { codes, reference, subject }: EntryMembers,
  tenant = FILTERED,
) {
  const { ledger_lines, account_postings } = credit(account, '1.00');
  const body = {
    ledger_lines: ledger_lines.map((line, index) => ({
      ...line,
      account_code: codes?.[index] ?? line.account_code,
    })),
    account_postings: account_postings.map((posting) => ({
      ...posting,
      ...(reference !== undefined && { reference }),
    })),
  };
  const answer = await ledger.call('postJournalEntry', {
    tenant,
    body,
    ...(subject && { subject }),
  });
  await new Promise((resolve) => setTimeout(resolve, 2));
  return answer.body.id as string;
}

beforeAll(async () => {
  const account = await openAccount(ledger, { tenant: FILTERED });
  entries['rent'] = await post(account, { reference: 'Rent # 4', subject: 'eve' });
  entries['fee'] = await post(account, { codes: ['1000', '4000'], subject: 'eve' });
  entries['odd'] = await post(account, { codes: ['1000#jrn_0', '4 0'], reference: 'Rent # 4' });
  const loan = await agreeLoan(ledger, { tenant: FILTERED });
  const paid = await ledger.call('postLoanTransaction', {
    tenant: FILTERED,
    subject: 'lou',
    path: { loanId: loan.id },
    body: disbursement('1.00'),
  });
  entries['loan'] = paid.body.journal_entry_id;
  await projectReceipts(ledger, FILTERED);
});

test.each<[Record<string, string>, string[]]>([
  [{ account_code: '4000' }, ['fee']],
  [{ account_code: '1000#jrn_0' }, ['odd']],
  [{ account_code: '40' }, []],
  [{ reference: 'Rent # 4' }, ['rent', 'odd']],
  [{ reference: 'Rent' }, []],
  [{ posted_by: 'eve' }, ['rent', 'fee']],
  [{ posted_by: 'lou' }, ['loan']],
  [{ posted_by: 'eve', account_code: '4000' }, ['fee']],
  [{ posted_by: 'eve', reference: 'Rent # 4', account_code: '1000' }, ['rent']],
  [{ posted_by: 'lou', account_code: '4000' }, []],
  [{ posted_by: 'eve', to: '2020-01-01' }, []],
  [{ posted_by: 'eve', from: '2020-01-01' }, ['rent', 'fee']],
])('finds the entries of %p', async (query, names) => {
  const answer = await find(query);

  expect(answer.status).toBe(200);
  expect(idsOf(answer)).toEqual(names.map((name) => entries[name]));
  expect(answer.body).not.toHaveProperty('next_cursor');
  expect(answer.headers['X-Lag-Seconds']).toBe('0');
});

test('pages through filtered entries, with a cursor of the same filters only', async () => {
  const first = await find({ posted_by: 'eve', limit: '1' });
  const cursor = first.body.next_cursor as string;
  const second = await find({ posted_by: 'eve', limit: '1', cursor });

  const newest = await find({ posted_by: 'eve', limit: '1', order: 'desc' });
  expect([...idsOf(first), ...idsOf(second)]).toEqual([entries['rent'], entries['fee']]);
  expect(idsOf(newest)).toEqual([entries['fee']]);
  expect(second.body).not.toHaveProperty('next_cursor');
  const mixed = await find({ posted_by: 'ada', cursor });
  expect(mixed.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
});

test('says how late the list is, and lists the entry once it is applied', async () => {
  const tenant = 'late';
  const id = await post(await openAccount(ledger, { tenant }), { subject: 'eve' }, tenant);

  const late = await list({ posted_by: 'eve' }, tenant);
  await projectReceipts(ledger, tenant);

  expect(idsOf(late)).toEqual([]);
  expect(Number(late.headers['X-Lag-Seconds'])).toBeGreaterThan(0);
  expect(idsOf(await list({ posted_by: 'eve' }, tenant))).toEqual([id]);
});

test('refuses filters after an upgrade until the lists are built', async () => {
  const tenant = 'upgraded';
  await post(await openAccount(ledger, { tenant }), {}, tenant);
  await projectReceipts(ledger, tenant);
  await forgetLists(ledger, tenant);

  const refused = await list({ account_code: '1000' }, tenant);

  expect(refused.body).toMatchObject({ statusCode: 409, code: 'projection_not_built' });
  expect(idsOf(await list({}, tenant))).toHaveLength(1);
});

async function countReads(query: Record<string, string>, tenant: string) {
  ledger.proxy.requests.length = 0;
  const answer = await list(query, tenant);
  const { requests } = ledger.proxy;
  const units = requests.reduce((sum, { readUnits }) => sum + readUnits, 0);
  const count = (name: string) => requests.filter(({ operation }) => operation === name).length;
  return { answer, units, queries: count('Query'), batches: count('BatchGetItem') };
}

test('reads as much for a filter however many other entries there are', async () => {
  const tenant = 'counted';
  const account = await openAccount(ledger, { tenant });
  await post(account, { reference: 'sought' }, tenant);
  await projectReceipts(ledger, tenant);
  await list({ reference: 'sought' }, tenant);
  const before = await countReads({ reference: 'sought' }, tenant);
  await ledger.call('postJournalEntries', {
    tenant,
    body: { entries: Array.from({ length: 25 }, () => credit(account, '1.00')) },
  });
  await projectReceipts(ledger, tenant);

  const after = await countReads({ reference: 'sought' }, tenant);

  expect(idsOf(after.answer)).toHaveLength(1);
  // One query for each shard shows the lag, one reads the list.
  expect([before.queries, before.batches]).toEqual([5, 1]);
  expect([after.queries, after.batches]).toEqual([5, 1]);
  expect(after.units).toBeLessThanOrEqual(before.units + 1);
});

test('shows another tenant no entries', async () => {
  expect(idsOf(await list({}, 'globex'))).toEqual([]);
});

test('finds the entry that has posted an account entry, in its tenant and period only', async () => {
  const batch = { entries: [credit(payee, '1.00'), credit(payee, '2.00')] };
  const [, second] = (await ledger.call('postJournalEntries', { body: batch })).body.items;
  const [{ entry_id: entryId }] = second.account_postings;
  const [day] = second.posted_at.split('T');

  expect(idsOf(await list({ entry_id: entryId }))).toEqual([second.id]);
  expect(idsOf(await list({ entry_id: entryId, from: day, to: day }))).toEqual([second.id]);
  expect(idsOf(await list({ entry_id: entryId, to: '2020-01-01' }))).toEqual([]);
  expect(idsOf(await list({ entry_id: entryId }, 'other'))).toEqual([]);
  expect((await list({ entry_id: second.id })).body.code).toBe('invalid_request');
});
