import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sealCursor } from '../../../functions/runtime/cursors.ts';
import { requestExport } from '../../support/fixtures/batches/batches.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
/** The requested batches, newest first. */
const all: string[] = [];
beforeAll(async () => {
  ledger = await startLedger();
  for (let count = 0; count < 7; count += 1) {
    all.unshift((await requestExport(ledger)).batchId);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
});
afterAll(() => ledger.stop());

const list = (query: Record<string, string> = {}, options: CallOptions = {}) =>
  ledger.call('listLegacyBatches', { query, ...options });

const idsOf = ({ body }: { body: { items: { batchId: string }[] } }) =>
  body.items.map(({ batchId }) => batchId);

async function pagesOf(query: Record<string, string>): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...query, ...(cursor !== undefined && { cursor }) });
    expect(page.status).toBe(200);
    seen.push(...idsOf(page));
    cursor = page.body.next_cursor;
  } while (cursor !== undefined);
  return seen;
}

const own: Record<string, string>[] = [
  {},
  { type: 'REGULATORY_EXPORT' },
  { status: 'ACCEPTED' },
  { type: 'REGULATORY_EXPORT', status: 'ACCEPTED' },
];

test.each(own)('with %j: returns all matches, newest first, at any page size', async (query) => {
  expect(idsOf(await list(query))).toEqual(all);
  for (const limit of ['1', '3', '7', '100']) {
    expect(await pagesOf({ ...query, limit })).toEqual(all);
  }
});

const others: Record<string, string>[] = [
  { type: 'LEGACY_IMPORT' },
  { status: 'COMPLETED' },
  { type: 'REGULATORY_EXPORT', status: 'FAILED' },
];

test.each(others)('with %j: returns nothing', async (query) => {
  expect((await list(query)).body).toEqual({ items: [] });
});

test('shows each batch as getLegacyBatch does', async () => {
  const { body } = await list({ limit: '1' });
  const path = { batchId: all[0] ?? '' };

  expect(body.items[0]).toEqual((await ledger.call('getLegacyBatch', { path })).body);
});

test('shows another tenant no batches', async () => {
  for (const query of own) {
    expect((await list(query, { tenant: 'globex' })).body).toEqual({ items: [] });
  }
});

test('refuses a cursor that was changed, made up or taken from another list', async () => {
  const cursor = (await list({ limit: '2' })).body.next_cursor as string;
  const scope = { tenant: 'acme', operation: 'listLegacyBatches', filters: [null, {}] };
  for (const [query, tenant] of [
    [{ cursor: `${cursor}A` }, 'acme'],
    [{ cursor, status: 'ACCEPTED' }, 'acme'],
    [{ cursor }, 'globex'],
    [{ cursor: sealCursor(scope, 'acc_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00') }, 'acme'],
  ] as const) {
    const refused = await list(query, { tenant });
    expect(refused.body).toMatchObject({ statusCode: 400, code: 'invalid_cursor' });
  }
});

const outside: Record<string, string>[] = [
  { limit: '0' },
  { limit: '101' },
  { type: 'EXPORT' },
  { status: 'running' },
];

test.each(outside)('refuses %j', async (query) => {
  expect((await list(query)).body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});

test.each(['compliance.operate', 'audit.read'])('%s grants access', async (permission) => {
  expect((await list({}, { permissions: [permission] })).status).toBe(200);
});

test('refuses a finance operator', async () => {
  expect((await list({}, { permissions: ['finance.read'] })).body).toMatchObject({
    statusCode: 403,
    code: 'permission_denied',
  });
});
