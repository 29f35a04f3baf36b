// A store that answers nothing for some seconds delays the check of a new token, and does not fail it.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { buildRevocationCheck } from '../../functions/authorizer/revocations.ts';
import { openIdentityTable } from '../../functions/identity/storage/identity-table.ts';
import { startFaultProxy } from '../support/stack/fault-proxy.ts';
import {
  createConsoleClient,
  createIdentityTable,
  setAuthorizerEnvironment,
} from '../support/stack/identity.ts';

const ISSUER = 'https://identity.example';
const TABLE = `identity-${randomUUID()}`;

const store = await startFaultProxy();
setAuthorizerEnvironment(store.endpoint, TABLE, ISSUER);
await createIdentityTable(TABLE);
await createConsoleClient({ table: openIdentityTable(TABLE), actor: 'test' });
const isRevoked = buildRevocationCheck(ISSUER, TABLE);

afterAll(() => store.stop());

test('a token is checked after a stall of more than two seconds', async () => {
  const end = Date.now() + 2_500;
  store.fail(() => (Date.now() < end ? 'hang' : 'none'));
  const claims = { iss: ISSUER, jti: 't-1', sub: 'op_1', tenant_id: 'aurora', scope: '' };

  expect(await isRevoked({ ...claims, client_id: 'console' })).toBe(false);
});
