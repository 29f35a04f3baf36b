import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import {
  createOperatorInterface,
  listClients,
} from '../../functions/identity/administration/clients.ts';
import {
  createService,
  rotateClientSecret,
} from '../../functions/identity/administration/service-clients.ts';
import {
  createOperator,
  disableOperator,
  enableOperator,
  grantPermissions,
  listOperators,
  resetPassword,
  revokePermissions,
} from '../../functions/identity/administration/operators.ts';
import type { Administration } from '../../functions/identity/administration/identity-change.ts';
import { createTenant, listTenants } from '../../functions/identity/administration/tenants.ts';
import { readPartition } from '../../functions/identity/storage/identity-table.ts';
import { auditCommands } from '../../commands/administration/audit-command.ts';
import { clientCommands } from '../../commands/administration/client-commands.ts';
import type { AdminCommand, AdminOptions } from '../../commands/administration/command.ts';
import { hashAtLowCost, startIdentity } from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { discover } from '../support/stack/relying-party.ts';

const PASSWORD = 'long enough a password';

let identity: TestIdentity;
let administration: Administration;

beforeAll(async () => {
  identity = await startIdentity();
  ({ administration } = identity);
  await createTenant(administration, { tenantId: 'aurora', name: 'Aurora Bank' });
});
afterAll(() => identity.stop());

const runAudit = async (...call: Parameters<AdminCommand['run']>) => {
  const answer = await auditCommands.audit?.run(...call);
  return answer?.text ?? 'There is no command audit';
};

const audited = async (tenant: string) =>
  (await readPartition(administration.table, `Audit#${tenant}`)).map(({ action }) => action);

test('records who made each change, without secrets', async () => {
  await createTenant(administration, { tenantId: 'boreal', name: 'Boreal Bank' });
  const username = 'jo@boreal';
  await createOperator(administration, { username, password: PASSWORD, permissions: [] });
  await grantPermissions(administration, username, ['finance.read', 'audit.read']);
  await revokePermissions(administration, username, ['audit.read']);
  await disableOperator(administration, username);
  await enableOperator(administration, username);
  await resetPassword(administration, username, `${PASSWORD} too`);
  const service = {
    clientId: 'boreal-worker',
    name: 'W',
    scopes: ['internal.worker'],
    tenantId: 'boreal',
  };
  const secret = await createService(administration, service);
  await rotateClientSecret(administration, 'boreal-worker', 60);

  const records = await readPartition(administration.table, 'Audit#boreal');

  expect(records.map(({ action }) => action)).toEqual([
    'tenant.created',
    'operator.created',
    'operator.granted',
    'operator.revoked',
    'operator.disabled',
    'operator.enabled',
    'operator.password_reset',
    'client.created',
    'client.secret_rotated',
  ]);
  expect(records.every(({ actor, at }) => actor === 'test' && typeof at === 'string')).toBe(true);
  expect(JSON.stringify(records)).not.toMatch(new RegExp(`${PASSWORD}|${secret}|scrypt|sha256`));
  expect(await listOperators(administration, 'boreal')).toMatchObject([
    { name: 'jo', tenantId: 'boreal', permissions: ['finance.read'], disabled: false },
  ]);
  expect((await listTenants(administration)).map(({ tenantId }) => tenantId)).toEqual([
    'aurora',
    'boreal',
  ]);
});

test('lists the records of a tenant, newest first, by time, actor and action', async () => {
  await createTenant(administration, { tenantId: 'cirrus', name: 'Cirrus Bank' });
  await newOperator('ann@cirrus');
  await grantPermissions({ ...administration, actor: 'other' }, 'ann@cirrus', ['audit.read']);
  const audit = (options: AdminOptions) => runAudit(administration, ['cirrus'], options);
  const listActions = async (options: AdminOptions) =>
    (await audit(options)).split('\n').map((line) => line.split(/ {2,}/)[2]);

  expect(await listActions({})).toEqual([
    'operator.granted',
    'operator.created',
    'tenant.created',
    'signing_keys.rotated',
  ]);
  expect(await listActions({ actor: 'other' })).toEqual(['operator.granted']);
  expect(await listActions({ action: 'tenant.created' })).toEqual(['tenant.created']);
  const today = new Date().toISOString().slice(0, 10);
  expect(await listActions({ from: '2000-01-01', to: today })).toHaveLength(4);
  expect(await audit({ to: '2000-01-01' })).toBe('There is no such record.');
  expect(await audit({})).toContain('{"permissions":["audit.read"],"username":"ann@cirrus"}');
  await expect(audit({ from: 'lately' })).rejects.toThrow('--from takes');
  await expect(runAudit(administration, ['nowhere'], {})).rejects.toThrow('no tenant nowhere');
});

test.each([
  [
    'a tenant that exists',
    () => createTenant(administration, { tenantId: 'aurora', name: 'Again' }),
  ],
  [
    'a tenant that would break a key',
    () => createTenant(administration, { tenantId: 'a#b', name: '' }),
  ],
  ['an operator of an unknown tenant', () => newOperator('jo@nowhere')],
  ['an invalid name', () => newOperator('jo aurora')],
  ['a short password', () => newOperator('jo@aurora', 'short')],
  ['a change to an unknown operator', () => disableOperator(administration, 'unknown@aurora')],
  ['a service of an unknown tenant', () => newService('nowhere')],
  ['a redirect over plain http', () => newInterface('http://bank.example/callback')],
  ['a redirect that is a script', () => newInterface('javascript:alert(1)')],
  ['a redirect with a fragment', () => newInterface('https://bank.example/#x')],
])('refuses %s and records nothing', async (_name, change) => {
  const before = await audited('aurora');

  await expect(change()).rejects.toThrow(/\.$/);

  expect(await audited('aurora')).toEqual(before);
});

function newOperator(username: string, password = PASSWORD) {
  const operator = { username, password, permissions: ['finance.read'] as const };
  return createOperator(administration, operator, hashAtLowCost);
}

function newService(tenantId: string) {
  return createService(administration, {
    clientId: 'svc',
    name: 'S',
    scopes: ['internal.worker'],
    tenantId,
  });
}

function newInterface(uri: string) {
  const client = {
    clientId: 'web',
    name: 'Web',
    scopes: [],
    redirectUris: [uri],
    postLogoutRedirectUris: [],
  };
  return createOperatorInterface(administration, client);
}

test('replaces the addresses of an operator interface, and of nothing else', async () => {
  await newInterface('https://old.example/callback');
  const change = async (clientId: string, uri: string) => {
    const options = { 'redirect-uri': [uri], 'logout-uri': ['https://new.example/'] };
    await clientCommands['client change-uris']?.run(administration, [clientId], options);
  };
  const uri = 'https://new.example/callback.html';

  await change('web', uri);

  const web = (await listClients(administration)).find(({ clientId }) => clientId === 'web');
  expect(web).toMatchObject({
    redirectUris: [uri],
    postLogoutRedirectUris: ['https://new.example/'],
  });
  await expect(change('web', 'http://new.example/')).rejects.toThrow('not an https address');
  await expect(change('nothing', uri)).rejects.toThrow('no operator interface nothing');
});

test('accepts a name once, however many create it concurrently', async () => {
  const creations = Array.from({ length: 4 }, () => newOperator('sought@aurora'));

  const made = (await Promise.allSettled(creations)).filter(({ status }) => status === 'fulfilled');

  expect(made).toHaveLength(1);
});

test('keeps all concurrent grants', async () => {
  await newOperator('busy@aurora');

  await Promise.all([
    grantPermissions(administration, 'busy@aurora', ['finance.write']),
    grantPermissions(administration, 'busy@aurora', ['finance.approve']),
    revokePermissions(administration, 'busy@aurora', ['finance.read']),
  ]);

  const busy = (await listOperators(administration, 'aurora')).find(({ name }) => name === 'busy');
  expect([...(busy?.permissions ?? [])].sort()).toEqual(['finance.approve', 'finance.write']);
});

/** Asks a fresh instance, because one may cache a client for a minute. */
async function works(secret: string): Promise<boolean> {
  identity.gateway.serve(identity.instance());
  const config = await discover(identity.issuer, 'svc', secret);
  return oidc.clientCredentialsGrant(config).then(
    () => true,
    () => false,
  );
}

test('accepts a rotated secret and the one before it during the overlap, but no older one', async () => {
  const first = await newService('aurora');
  const second = await rotateClientSecret(administration, 'svc', 3600);
  expect([await works(first), await works(second)]).toEqual([true, true]);

  const third = await rotateClientSecret(administration, 'svc', 3600);
  expect([await works(first), await works(second), await works(third)]).toEqual([
    false,
    true,
    true,
  ]);

  const fourth = await rotateClientSecret(administration, 'svc', 1);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect([await works(third), await works(fourth)]).toEqual([false, true]);

  const fifth = await rotateClientSecret(administration, 'svc', 0);
  expect([await works(fourth), await works(fifth)]).toEqual([false, true]);
  expect((await listClients(administration)).map(({ clientId }) => clientId)).toContain('svc');
});
