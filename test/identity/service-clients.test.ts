// What a service may do by default, by a grant of its institution, and after the grant was withdrawn.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { buildTokenVerifier } from '../../functions/authorizer/access-token.ts';
import { readIssuers } from '../../functions/authorizer/issuers.ts';
import { buildRevocationCheck } from '../../functions/authorizer/revocations.ts';
import {
  grantServicePermissions,
  revokeServicePermissions,
} from '../../functions/identity/administration/service-clients.ts';
import {
  identityKeys,
  readItem,
  readPartition,
} from '../../functions/identity/storage/identity-table.ts';
import { AUDIENCE, createIdentityRecords, startIdentity } from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { discover } from '../support/stack/relying-party.ts';

let identity: TestIdentity;
let worker: oidc.Configuration;
let verify: ReturnType<typeof buildTokenVerifier>;

beforeAll(async () => {
  identity = await startIdentity();
  const secret = await createIdentityRecords(identity.administration);
  worker = await discover(identity.issuer, 'worker', secret);
  const { issuer } = identity;
  const list = [{ issuer, jwks_uri: `${issuer}/jwks`, audience: AUDIENCE }];
  verify = buildTokenVerifier(
    readIssuers(JSON.stringify(list)),
    buildRevocationCheck(issuer, identity.administration.table.name),
  );
});
afterAll(() => identity.stop());

const requestToken = async (scope: string): Promise<string> =>
  (await oidc.clientCredentialsGrant(worker, { scope })).access_token;

test('a granted permission is in the next token, which names the service by its id', async () => {
  await grantServicePermissions(identity.administration, 'worker', ['finance.write', 'audit.read']);

  const caller = await verify(await requestToken('finance.write'));

  const client = await readItem(identity.administration.table, identityKeys.client('worker'));
  expect(caller).toMatchObject({
    sub: client?.service_id,
    client_id: 'worker',
    tenant_id: 'aurora',
    scope: 'finance.write',
  });
  await expect(requestToken('finance.read')).rejects.toMatchObject({ error: 'invalid_scope' });
});

test('a withdrawn permission ends at once the tokens that have it, and no other', async () => {
  await grantServicePermissions(identity.administration, 'worker', ['finance.read', 'audit.read']);
  const reading = await requestToken('finance.read audit.read');
  const auditing = await requestToken('audit.read');

  await revokeServicePermissions(identity.administration, 'worker', ['finance.read']);

  await expect(verify(reading)).rejects.toThrow('Token was revoked');
  expect(await verify(auditing)).toMatchObject({ scope: 'audit.read' });
  await expect(requestToken('finance.read')).rejects.toMatchObject({ error: 'invalid_scope' });
});

test.each(['finance.approve', 'configuration.write', 'compliance.operate'])(
  'no service gets %s, not even by a wrong record',
  async (permission) => {
    const { documents, name } = identity.administration.table;
    const command = new UpdateCommand({
      TableName: name,
      Key: identityKeys.client('worker'),
      UpdateExpression: 'ADD permission_set :permissions',
      ExpressionAttributeValues: { ':permissions': new Set([permission]) },
    });
    await documents.send(command);

    await expect(requestToken(permission)).rejects.toMatchObject({ error: 'invalid_scope' });
  },
);

test('records each grant and each withdrawal', async () => {
  const records = await readPartition(identity.administration.table, 'Audit#aurora');

  const changes = records.filter(({ action }) =>
    /^client[.](granted|revoked)$/.test(String(action)),
  );
  expect(
    changes.map(({ action, actor, subject, details }) => [action, actor, subject, details]),
  ).toEqual([
    ['client.granted', 'test', 'worker', { permissions: ['finance.write', 'audit.read'] }],
    ['client.granted', 'test', 'worker', { permissions: ['finance.read', 'audit.read'] }],
    ['client.revoked', 'test', 'worker', { permissions: ['finance.read'] }],
  ]);
});

test('a service from before services had ids gets one with its first grant', async () => {
  const { table } = identity.administration;
  const Key = identityKeys.client('worker');
  await table.documents.send(
    new UpdateCommand({ TableName: table.name, Key, UpdateExpression: 'REMOVE service_id' }),
  );
  expect(decodeJwt(await requestToken('internal.worker')).sub).toBe('worker');

  await grantServicePermissions(identity.administration, 'worker', ['finance.read']);
  const { sub } = decodeJwt(await requestToken('finance.read'));
  await grantServicePermissions(identity.administration, 'worker', ['finance.write']);

  expect(sub).toMatch(/^svc_/);
  expect(decodeJwt(await requestToken('finance.write')).sub).toBe(sub);
});
