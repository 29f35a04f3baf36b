import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';

const CODES = ['1', '10', '100', '2', 'É', '九'];

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
  for (const code of CODES.toReversed()) {
    const body = { name: `Account ${code}`, type: 'EXPENSE' };
    await ledger.call('upsertGeneralLedgerAccount', { path: { code }, body });
  }
});
afterAll(() => ledger.stop());

const list = (query: Record<string, string> = {}, options: CallOptions = {}) =>
  ledger.call('listGeneralLedgerAccounts', { query, ...options });
const codesOf = ({ body }: { body: { items: { code: string }[] } }) =>
  body.items.map(({ code }) => code);

test('lists the chart in the order of its codes', async () => {
  const whole = await list();

  expect(whole.status).toBe(200);
  expect(codesOf(whole)).toEqual(CODES);
  expect(whole.body).not.toHaveProperty('next_cursor');
  expect(whole.body.items[0]).toMatchObject({ name: 'Account 1', type: 'EXPENSE', version: 1 });
});

test('lists every account once over pages of any size', async () => {
  for (const limit of ['1', '4', '6']) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit, ...(cursor !== undefined && { cursor }) });
      seen.push(...codesOf(page));
      cursor = page.body.next_cursor as string | undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(CODES);
  }
});

test('refuses a cursor of another tenant, and shows no account of it', async () => {
  const { body } = await list({ limit: '1' });

  const foreign = await list({ cursor: body.next_cursor as string }, { tenant: 'other' });

  expect(foreign.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
  expect((await list({}, { tenant: 'other' })).body).toEqual({ items: [] });
});

test('requires finance.read, configuration.write or audit.read', async () => {
  const refused = await list({}, { permissions: ['finance.write'] });

  expect(refused.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});
