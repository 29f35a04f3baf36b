import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credit, openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
const posted: string[] = [];
beforeAll(async () => {
  ledger = await startLedger();
  const account = await openAccount(ledger);
  for (let count = 0; count < 23; count += 1) {
    const entry = await ledger.call('postJournalEntry', { body: credit(account, '1.00') });
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

test('takes whole days, both included', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const dayAfter = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  expect(idsOf(await list({ from: today, to: dayAfter(1) }))).toEqual(posted);
  expect(idsOf(await list({ to: dayAfter(-2) }))).toEqual([]);
  expect(idsOf(await list({ from: dayAfter(2) }))).toEqual([]);
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

test('shows another tenant no entries', async () => {
  expect(idsOf(await list({}, 'globex'))).toEqual([]);
});
