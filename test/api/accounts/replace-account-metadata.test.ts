import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openAccount, startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';
import { readReceipts } from '../../support/projections/projections.ts';
import { verifyTables } from '../../support/invariants/verification.ts';

let ledger: TestLedger;
let account: string;
beforeAll(async () => {
  ledger = await startLedger();
  account = await openAccount(ledger, { funds: '5.00' });
});
afterAll(() => ledger.stop());

const replace = (metadata: unknown, options: CallOptions = {}) =>
  ledger.call('replaceAccountMetadata', {
    path: { accountId: account },
    body: { metadata },
    ...options,
  });

const read = async () =>
  (await ledger.call('getAccount', { path: { accountId: account } })).body as Record<
    string,
    unknown
  >;

test('replaces all pairs, and leaves balance, status and version as they are', async () => {
  const before = await read();
  const first = await replace({ a: '1', b: '2' });
  const second = await replace({ b: '3' });

  expect(first.status).toBe(200);
  expect(first.body).toEqual({ ...before, metadata: { a: '1', b: '2' }, metadata_version: 1 });
  expect(second.body).toEqual({ ...before, metadata: { b: '3' }, metadata_version: 2 });
  expect(await read()).toEqual(second.body);
  expect((await replace({})).body).toMatchObject({ metadata: {}, metadata_version: 3 });
});

test('repeats the answer under the same key', async () => {
  const key = 'metadata-0000-0001';
  const first = await replace({ c: '1' }, { key });
  await replace({ c: '2' });

  const again = await replace({ c: '1' }, { key });

  expect(again.text).toBe(first.text);
  expect((await read())['metadata']).toEqual({ c: '2' });
});

test('counts each of many simultaneous replacements', async () => {
  const { metadata_version: before } = (await replace({})).body;

  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, index) => replace({ writer: String(index) })),
  );

  const versions = answers.map(({ body }) => body.metadata_version - before);
  expect(versions.toSorted()).toEqual([1, 2, 3, 4]);
  expect((await verifyTables(ledger.tables)).differences).toEqual([]);
});

test('emits the pairs with their version', async () => {
  const { body } = await replace({ d: '1' });

  const [receipt] = (await readReceipts(ledger)).toReversed();
  expect(receipt).toMatchObject({ operation: 'replaceAccountMetadata', actor: 'ada' });
  expect(receipt?.['events']).toEqual([
    expect.objectContaining({
      type: 'account.metadata_replaced',
      aggregate: account,
      version: BigInt(body.metadata_version),
    }),
  ]);
});

test.each<[string, CallOptions, number, string]>([
  ['an unknown account', { path: { accountId: 'acc_x' } }, 404, 'account_not_found'],
  ['an account of another tenant', { tenant: 'globex' }, 404, 'account_not_found'],
  ['no metadata', { body: {} }, 400, 'invalid_request'],
  ['an unknown member', { body: { metadata: {}, name: 'x' } }, 400, 'invalid_request'],
  ['a reader', { permissions: ['finance.read'] }, 403, 'permission_denied'],
  [
    'a malformed key before an unknown account',
    { path: { accountId: 'acc_x' }, body: { metadata: { '': 'x' } } },
    400,
    'invalid_request',
  ],
])('refuses %s', async (_, options, statusCode, code) => {
  expect((await replace({ e: '1' }, options)).body).toMatchObject({ statusCode, code });
});
