import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { postEntry } from '../../support/fixtures/adjustments.ts';
import { credit, openAccount, startWatchedLedger } from '../../support/stack/ledger.ts';
import type { WatchedLedger } from '../../support/stack/ledger.ts';
import { projectReceipts } from '../../support/projections/projections.ts';

let ledger: WatchedLedger;
let entries: string[];
beforeAll(async () => {
  ledger = await startWatchedLedger();
  const account = await openAccount(ledger);
  entries = [];
  for (const amount of ['1.00', '2.00', '3.00', '4.00', '5.00']) {
    entries.push(await postEntry(ledger, credit(account, amount)));
  }
  await projectReceipts(ledger);
});
afterAll(() => ledger.stop());

const list = (query: Record<string, string> = {}, tenant = 'acme') =>
  ledger.call('listLedgerActivity', { query, tenant });

const idsIn = (body: { entity_id: string }[]) => body.map(({ entity_id: id }) => id);

test('lists all records, oldest first, with one request to the store', async () => {
  await list();
  ledger.proxy.requests.length = 0;

  const { body, headers } = await list();

  expect(idsIn(body)).toEqual([...entries].sort());
  expect(headers['Link']).toBeUndefined();
  expect(ledger.proxy.requests).toHaveLength(1);
});

test('continues from page to page and ends', async () => {
  const first = await list({ limit: '2' });
  const second = await list({ limit: '2', cursor: first.headers['X-Next-Cursor'] ?? '' });
  const third = await list({ limit: '2', cursor: second.headers['X-Next-Cursor'] ?? '' });

  const pages = [first, second, third];
  expect(pages.flatMap(({ body }) => idsIn(body))).toEqual([...entries].sort());
  expect(first.headers['Link']).toMatch(/rel="next"/);
  expect(third.headers['X-Next-Cursor']).toBeUndefined();
});

test('ends after a last page that is exactly full', async () => {
  expect((await list({ limit: '5' })).headers['Link']).toBeUndefined();
});

test('shows nothing of another tenant and refuses a cursor of another list', async () => {
  const { headers } = await list({ limit: '2' });
  const cursor = headers['X-Next-Cursor'] ?? '';
  const other = await ledger.call('listLoanActivity', { query: { cursor } });

  expect((await list({}, 'globex')).body).toEqual([]);
  expect((await list({ cursor }, 'globex')).body.code).toBe('invalid_cursor');
  expect(other.body.code).toBe('invalid_cursor');
});
