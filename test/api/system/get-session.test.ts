import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTenant } from '../../../functions/identity/administration/tenants.ts';
import { writeTokenHolder } from '../../../functions/identity/storage/directory.ts';
import { openIdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import { startLedger } from '../../support/stack/ledger.ts';
import type { TestLedger } from '../../support/stack/ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

test('says who the caller is, in which tenant, with which permissions and until when', async () => {
  const table = openIdentityTable(ledger.identityTable);
  await createTenant({ table, actor: 'local:root' }, { tenantId: 'acme', name: 'Acme Bank' });
  const names = { name: 'Ada Lovelace', preferredUsername: 'ada@acme', email: 'ada@acme.example' };
  const holder = {
    tenantId: 'acme',
    id: 'op_ada',
    kind: 'OPERATOR',
    issuer: 'https://id',
  } as const;
  await writeTokenHolder(table, { ...holder, names }, new Date());
  const settings = { base_currency: 'KES', time_zone: 'Africa/Nairobi' };
  await ledger.call('updateGeneralLedgerSettings', { body: settings });

  const { body } = await ledger.call('getSession', {
    authorizer: {
      tenant_id: 'acme',
      sub: 'op_ada',
      scope: 'openid finance.write profile finance.read internal.worker',
      client_id: 'console',
      kind: 'OPERATOR',
      expires_at: '4102444800',
    },
  });

  expect(body).toEqual({
    operator: {
      id: 'op_ada',
      kind: 'OPERATOR',
      name: 'Ada Lovelace',
      preferred_username: 'ada@acme',
    },
    tenant: {
      id: 'acme',
      name: 'Acme Bank',
      time_zone: 'Africa/Nairobi',
      base_currency: 'KES',
    },
    permissions: ['finance.read', 'finance.write'],
    expires_at: '2100-01-01T00:00:00.000Z',
  });
});

test('leaves out the names that it does not know, and shows those of no other tenant', async () => {
  const { body } = await ledger.call('getSession', { tenant: 'fresh', subject: 'op_ada' });

  expect(body).toMatchObject({
    operator: { id: 'op_ada', kind: 'OPERATOR' },
    tenant: { id: 'fresh', time_zone: 'UTC', base_currency: 'XXX' },
  });
  expect(body.operator).not.toHaveProperty('name');
  expect(body.tenant).not.toHaveProperty('name');
});

test.each([
  ['finance.read', 200],
  ['finance.write', 200],
  ['finance.approve', 200],
  ['configuration.write', 200],
  ['compliance.operate', 200],
  ['audit.read', 200],
  ['internal.worker', 403],
  ['openid', 403],
])('with %s alone the session and the system are %i', async (permission, status) => {
  for (const operation of ['getSession', 'getSystem'] as const) {
    const answer = await ledger.call(operation, { permissions: [permission] });
    expect([operation, answer.status]).toEqual([operation, status]);
  }
});
