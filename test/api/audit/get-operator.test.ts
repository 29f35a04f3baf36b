import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { forgetOperator } from '../../../functions/identity/administration/operators.ts';
import { writeTokenHolder } from '../../../functions/identity/storage/directory.ts';
import { openIdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { CallOptions, TestLedger } from '../../support/stack/ledger.ts';

const HOLDER = {
  tenantId: 'acme',
  id: 'op_ada',
  kind: 'OPERATOR',
  issuer: 'https://id.example',
  names: { name: 'Ada Lovelace', preferredUsername: 'ada@acme', email: 'ada@acme.example' },
} as const;
const FIRST = new Date('2026-11-20T09:00:00.000Z');
const LATER = new Date('2026-11-21T09:00:00.000Z');

let ledger: TestLedger;
let table: ReturnType<typeof openIdentityTable>;
beforeAll(async () => {
  ledger = await startLedger();
  table = openIdentityTable(ledger.identityTable);
  await writeTokenHolder(table, HOLDER, FIRST);
});
afterAll(() => ledger.stop());

const read = (options: CallOptions = {}) =>
  ledger.call('getOperator', { path: { operatorId: 'op_ada' }, ...options });

const seen = {
  id: 'op_ada',
  kind: 'OPERATOR',
  issuer: 'https://id.example',
  first_seen_at: FIRST.toISOString(),
};
const named = { name: 'Ada Lovelace', preferred_username: 'ada@acme', email: 'ada@acme.example' };

test('says who an operator is, and when a token was seen first and last', async () => {
  expect((await read()).body).toEqual({ ...seen, ...named, last_seen_at: FIRST.toISOString() });

  await writeTokenHolder(table, { ...HOLDER, names: { name: 'Ada King' } }, LATER);

  expect((await read()).body).toEqual({
    ...seen,
    ...named,
    name: 'Ada King',
    last_seen_at: LATER.toISOString(),
  });
});

test('knows no operator whose token was never seen, and none of another tenant', async () => {
  const unknown = await read({ path: { operatorId: 'op_absent' } });
  const foreign = await read({ tenant: 'other' });

  for (const { status, body } of [unknown, foreign]) {
    expect([status, body.code]).toEqual([404, 'operator_not_found']);
  }
});

test.each([
  ['finance.read', 200],
  ['compliance.operate', 200],
  ['audit.read', 200],
  ['finance.write', 403],
  ['configuration.write', 403],
  ['internal.worker', 403],
])('with %s the answer is %i', async (permission, status) => {
  expect((await read({ permissions: [permission] })).status).toBe(status);
});

test('forgets the names of a person on request, keeps the id, and leaves a record without names', async () => {
  const administration = { table, actor: 'local:root' };
  await forgetOperator(administration, 'acme', 'op_ada');
  await writeTokenHolder(table, HOLDER, new Date());
  const forgotten = { ...seen, last_seen_at: LATER.toISOString() };

  expect((await read()).body).toEqual({ ...forgotten, forgotten_at: expect.any(String) });
  await expect(forgetOperator(administration, 'acme', 'op_ada')).rejects.toThrow('has no names');
  const { body, text } = await ledger.call('listAuditEvents', { query: { subject: 'op_ada' } });
  expect(body.items).toMatchObject([{ operation: 'operator.forgotten', actor: 'local:root' }]);
  expect(text).not.toMatch(/Ada|acme\.example/);
});
