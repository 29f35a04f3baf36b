import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';
import { buildLoanRequest } from '../../support/fixtures/loans.ts';

let ledger: TestLedger;
const agreed: unknown[] = [];
beforeAll(async () => {
  ledger = await startLedger();
  const account = await openAccount(ledger);
  for (let count = 0; count < 17; count += 1) {
    agreed.push((await ledger.call('createLoan', { body: buildLoanRequest(account) })).body);
    // Identifiers sort by millisecond; within one millisecond the order of two requests is
    // undefined.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
});
afterAll(() => ledger.stop());

const list = (query: Record<string, string> = {}, tenant = 'acme') =>
  ledger.call('listLoans', { query, tenant });

test('lists all loans, oldest first, as an array', async () => {
  const { body, headers } = await list();

  expect(body).toEqual(agreed);
  expect(headers).not.toHaveProperty('Link');
});

test.each(['1', '5', '16', '17', '1000'])('pages by %s with a Link header', async (limit) => {
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit, ...(cursor && { cursor }) });
    expect(page.body.length).toBeLessThanOrEqual(Number(limit));
    seen.push(...page.body);
    cursor = page.headers['X-Next-Cursor'];
    if (cursor) expect(page.headers['Link']).toBe(`<?limit=${limit}&cursor=${cursor}>; rel="next"`);
  } while (cursor);

  expect(seen).toEqual(agreed);
});

test.each(['0', '1001', 'x'])('refuses the limit %s', async (limit) => {
  expect((await list({ limit })).body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});

test('shows another tenant nothing and refuses a foreign cursor', async () => {
  const cursor = (await list({ limit: '5' })).headers['X-Next-Cursor'] ?? '';
  const elsewhere = await ledger.call('listAccounts', { query: { cursor } });

  expect((await list({}, 'globex')).body).toEqual([]);
  for (const refused of [
    await list({ cursor }, 'globex'),
    await list({ cursor: 'x' }),
    elsewhere,
  ]) {
    expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
  }
});
