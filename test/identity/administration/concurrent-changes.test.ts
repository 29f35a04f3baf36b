// Two administrators who change a service at the same moment, of whom neither loses a change.
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listAdministrativeRecords } from '../../../functions/identity/administration/audit-trail.ts';
import { ChangeRefusal } from '../../../functions/identity/administration/identity-change.ts';
import type { Administration } from '../../../functions/identity/administration/identity-change.ts';
import { parsePublicKey } from '../../../functions/identity/administration/public-keys.ts';
import { deleteClient } from '../../../functions/identity/administration/client-deletion.ts';
import {
  addServiceKey,
  createService,
  grantServicePermissions,
  removeServiceKey,
  requireService,
  revokeServicePermissions,
  rotateClientSecret,
} from '../../../functions/identity/administration/service-clients.ts';
import { createTenant } from '../../../functions/identity/administration/tenants.ts';
import { readClient } from '../../../functions/identity/clients.ts';
import { toSecretHash } from '../../../functions/identity/client-secret.ts';
import { openIdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import { startIdentity } from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';

let identity: TestIdentity;
let administration: Administration;

beforeAll(async () => {
  identity = await startIdentity();
  ({ administration } = identity);
  await createTenant(administration, { tenantId: 'aurora', name: 'Aurora Bank' });
});
afterAll(() => identity.stop());

const newService = (clientId: string) =>
  createService(administration, {
    clientId,
    name: 'Night batch',
    scopes: ['internal.worker'],
    tenantId: 'aurora',
  });

function newKey() {
  const { publicKey } = generateKeyPairSync('ed25519');
  return parsePublicKey(publicKey.export({ format: 'pem', type: 'spki' }).toString());
}

const listKids = async (clientId: string) =>
  (await requireService(administration, clientId)).keys.map(({ kid }) => kid);

test('a removed key does not come back with those that are added meanwhile, and none of these is lost', async () => {
  await newService('keyed');
  const leaked = newKey();
  const added = [newKey(), newKey(), newKey(), newKey()];
  await addServiceKey(administration, 'keyed', leaked);

  const [removal, ...additions] = await Promise.allSettled([
    removeServiceKey(administration, 'keyed', leaked.kid),
    ...added.map((key) => addServiceKey(administration, 'keyed', key)),
  ]);

  const kept = [
    ...(removal?.status === 'fulfilled' ? [] : [leaked]),
    ...added.filter((_, index) => additions[index]?.status === 'fulfilled'),
  ];
  expect((await listKids('keyed')).toSorted()).toEqual(kept.map(({ kid }) => kid).toSorted());
  expect([removal, ...additions].map((one) => one?.status)).toContain('fulfilled');
});

test('a key is added once', async () => {
  await newService('doubled');
  const key = newKey();
  await addServiceKey(administration, 'doubled', key);

  await expect(addServiceKey(administration, 'doubled', key)).rejects.toThrow('already');

  expect(await listKids('doubled')).toEqual([key.kid]);
});

test('the secret before a rotation is the one that another rotation has made, however close they are', async () => {
  await newService('secret');
  const [{ hash: first = '' } = {}] = (await requireService(administration, 'secret')).secrets;

  const rotations = await Promise.allSettled(
    [1, 2, 3, 4, 5].map(() => rotateClientSecret(administration, 'secret', 3_600)),
  );

  const made = rotations.flatMap((one) =>
    one.status === 'fulfilled' ? [toSecretHash(one.value).hash] : [],
  );
  const { secrets } = await requireService(administration, 'secret');
  const [newest, previous] = secrets.map(({ hash }) => hash);
  expect(made).toContain(newest);
  expect(made.length === 1 ? [first] : made).toContain(previous);
});

/** Another administrator, between whose read of a client and whose change this one deletes the client. */
function openLateAdministration(clientId: string): Administration {
  const table = openIdentityTable(administration.table.name);
  table.documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'TransactWriteItemsCommand')
          await deleteClient(administration, clientId);
        return next(args);
      },
    { step: 'initialize' },
  );
  return { table, actor: 'late' };
}

type ServiceChange = (late: Administration, clientId: string) => Promise<unknown>;

test.each<[string, ServiceChange]>([
  ['a grant', (late, id) => grantServicePermissions(late, id, ['finance.read'])],
  ['a revocation', (late, id) => revokeServicePermissions(late, id, ['finance.read'])],
  ['a new key', (late, id) => addServiceKey(late, id, newKey())],
  ['a new secret', (late, id) => rotateClientSecret(late, id, 0)],
])('%s is refused when the service was deleted meanwhile', async (name, change) => {
  const clientId = name.replaceAll(' ', '-');
  await newService(clientId);

  await expect(change(openLateAdministration(clientId), clientId)).rejects.toThrow(ChangeRefusal);

  expect(await readClient(administration.table, clientId)).toBeUndefined();
  const trail = await listAdministrativeRecords(administration, 'aurora', {
    sought: { subject: clientId },
  });
  expect(trail.map(({ action }) => action)).toEqual(['client.deleted', 'client.created']);
});
