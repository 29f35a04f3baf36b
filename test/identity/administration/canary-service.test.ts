// The service of the canary: it gets a tenant of its own, a permission to post, and one key at a time.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setUpCanaryService } from '../../../functions/identity/administration/canary-service.ts';
import type { CanaryKey } from '../../../functions/identity/administration/canary-service.ts';
import type { Administration } from '../../../functions/identity/administration/identity-change.ts';
import { createOperator } from '../../../functions/identity/administration/operators.ts';
import { createService } from '../../../functions/identity/administration/service-clients.ts';
import { createTenant, listTenants } from '../../../functions/identity/administration/tenants.ts';
import { readClient } from '../../../functions/identity/clients.ts';
import { hashAtLowCost, PASSWORD, startIdentity } from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';

const identities: TestIdentity[] = [];
let administration: Administration;

beforeAll(async () => {
  administration = await openDeployment();
});
afterAll(async () => {
  for (const identity of identities) await identity.stop();
});

/** The administration of a deployment without a canary. */
async function openDeployment(): Promise<Administration> {
  const identity = await startIdentity();
  identities.push(identity);
  return identity.administration;
}

/** Sets the canary up and returns what is stored of its key. */
async function setUp(who: Administration, tenantId: string): Promise<CanaryKey[]> {
  const stored: CanaryKey[] = [];
  await setUpCanaryService(who, tenantId, async (key) => {
    stored.push(key);
  });
  return stored;
}

const readKids = async (who: Administration) => {
  const client = await readClient(who.table, 'canary');
  return client?.kind === 'service' ? client.keys.map(({ kid }) => kid) : [];
};

test('a tenant that has operators does not get the canary', async () => {
  await createTenant(administration, { tenantId: 'aurora', name: 'Aurora Bank' });
  const operator = { username: 'ada@aurora', password: PASSWORD, permissions: [] };
  await createOperator(administration, operator, hashAtLowCost);

  await expect(setUp(administration, 'aurora')).rejects.toThrow('aurora has operators');

  expect(await readClient(administration.table, 'canary')).toBeUndefined();
});

test('the canary gets its tenant, may read and post there, and has the stored key alone', async () => {
  const [stored, ...others] = await setUp(administration, 'canary');

  expect(others).toEqual([]);
  expect(await listTenants(administration)).toContainEqual(
    expect.objectContaining({ tenantId: 'canary', name: 'Canary' }),
  );
  const client = await readClient(administration.table, 'canary');
  expect(client).toMatchObject({
    kind: 'service',
    name: 'Canary',
    tenantId: 'canary',
    scopes: ['internal.worker', 'finance.read', 'finance.write'],
    keys: [{ kid: stored?.kid }],
    secrets: [],
  });
  const { x, y } = createPublicKey(createPrivateKey(stored?.privateKey ?? '')).export({
    format: 'jwk',
  });
  expect(client).toMatchObject({ keys: [{ x, y }] });
});

test('a second set-up ends the key of the first, once the new one is stored', async () => {
  const [first = ''] = await readKids(administration);
  const failing = setUpCanaryService(administration, 'canary', async () => {
    throw new Error('The secret cannot be written.');
  });
  await expect(failing).rejects.toThrow('The secret cannot be written.');
  expect(await readKids(administration)).toContain(first);

  const [stored] = await setUp(administration, 'canary');

  expect(await readKids(administration)).toEqual([stored?.kid]);
  expect(stored?.kid).not.toBe(first);
});

test('a tenant that was created before and has no operators will do', async () => {
  const who = await openDeployment();
  await createTenant(who, { tenantId: 'watch', name: 'Watch' });

  const [stored] = await setUp(who, 'watch');

  expect(await readKids(who)).toEqual([stored?.kid]);
  await expect(setUp(who, 'other')).rejects.toThrow('which is not of other');
});

test('no other client with the name of the canary gets a key or a permission', async () => {
  const who = await openDeployment();
  await createTenant(who, { tenantId: 'boreal', name: 'Boreal Bank' });
  await createService(who, {
    clientId: 'canary',
    name: 'Bird',
    scopes: ['internal.worker'],
    tenantId: 'boreal',
  });
  const before = await readClient(who.table, 'canary');

  await expect(setUp(who, 'canary')).rejects.toThrow('which is not of canary');

  expect(await readClient(who.table, 'canary')).toEqual(before);
});
