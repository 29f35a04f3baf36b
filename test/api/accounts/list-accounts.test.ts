import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
const opened: string[] = [];
beforeAll(async () => {
  ledger = await startLedger();
  for (let count = 0; count < 17; count += 1) {
    opened.push(await openAccount(ledger, { funds: count === 3 ? '5.00' : undefined }));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
});
afterAll(() => ledger.stop());

const list = (query: Record<string, string> = {}, tenant = 'acme') =>
  ledger.call('listAccounts', { query, tenant });

test('lists all accounts with their balances, oldest first, as an array', async () => {
  const { body, headers } = await list();

  expect(body.map(({ id }: { id: string }) => id)).toEqual(opened);
  expect(body[3].balance).toBe('5.00');
  expect(headers).not.toHaveProperty('Link');
});

test('pages with a Link header', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: '5', ...(cursor && { cursor }) });
    seen.push(...page.body.map(({ id }: { id: string }) => id));
    cursor = page.headers['X-Next-Cursor'];
    if (cursor) expect(page.headers['Link']).toBe(`<?limit=5&cursor=${cursor}>; rel="next"`);
  } while (cursor);

  expect(seen).toEqual(opened);
});

test.each(['0', '1001', 'x'])('refuses the limit %s', async (limit) => {
  expect((await list({ limit })).body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});

test('shows another tenant no accounts', async () => {
  expect((await list({}, 'globex')).body).toEqual([]);
});
