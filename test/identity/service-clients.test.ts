// What a service may do by default, by a grant of its institution, and after the grant was withdrawn.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { decodeJwt, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import * as oidc from 'openid-client';
import type { VerifyAccessToken } from '../../functions/authorizer/access-token.ts';
import { ChangeRefusal } from '../../functions/identity/administration/identity-change.ts';
import { parsePublicKey } from '../../functions/identity/administration/public-keys.ts';
import {
  addServiceKey,
  createService,
  grantServicePermissions,
  removeServiceKey,
  requireService,
  revokeServicePermissions,
  rotateClientSecret,
} from '../../functions/identity/administration/service-clients.ts';
import {
  identityKeys,
  readItem,
  readPartition,
} from '../../functions/identity/storage/identity-table.ts';
import { toSecretId } from '../../functions/identity/client-secret.ts';
import { readCredentialUses } from '../../functions/identity/storage/credential-uses.ts';
import { buildVerifier, createIdentityRecords, startIdentity } from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { discover } from '../support/stack/relying-party.ts';

const INVALID_CLIENT = { error: 'invalid_client' };
const SIGNER = { clientId: 'signer', name: 'S', scopes: ['internal.worker'], tenantId: 'aurora' };

let identity: TestIdentity;
let worker: oidc.Configuration;
let verify: VerifyAccessToken;

beforeAll(async () => {
  identity = await startIdentity();
  const secret = await createIdentityRecords(identity.administration);
  worker = await discover(identity.issuer, 'worker', secret);
  verify = buildVerifier(identity);
});
afterAll(() => identity.stop());

const createKeyService = () => createService(identity.administration, SIGNER);

const toClientAuth = (key: KeyObject, kid: string) =>
  oidc.PrivateKeyJwt({
    key: key.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']),
    kid,
  });

const signAssertion = (key: KeyObject, kid: string, claims: JWTPayload = {}) =>
  new SignJWT({
    iss: 'signer',
    sub: 'signer',
    aud: `${identity.issuer}/token`,
    jti: randomUUID(),
    exp: Math.floor(Date.now() / 1000) + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: key.asymmetricKeyType === 'ec' ? 'ES256' : 'EdDSA', kid })
    .sign(key);

const requestByAssertion = (assertion: string) =>
  fetch(`${identity.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'internal.worker',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }),
  });

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

test('a token that is requested without a scope has all that the service holds', async () => {
  await grantServicePermissions(identity.administration, 'worker', ['finance.write', 'audit.read']);

  const { access_token: token } = await oidc.clientCredentialsGrant(worker);

  const { scope } = await verify(token);
  expect(scope.split(' ').toSorted()).toEqual(['audit.read', 'finance.write', 'internal.worker']);
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

test('a key replaces the secrets, and each assertion is good for one request', async () => {
  const { administration, issuer } = identity;
  const secret = await createKeyService();
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = parsePublicKey(publicKey.export({ format: 'pem', type: 'spki' }).toString());

  await addServiceKey(administration, 'signer', key);

  const keyed = await discover(issuer, 'signer', toClientAuth(privateKey, key.kid));
  const tokens = await oidc.clientCredentialsGrant(keyed, { scope: 'internal.worker' });
  expect(decodeJwt(tokens.access_token)).toMatchObject({ client_id: 'signer' });
  const secretive = await discover(issuer, 'signer', secret);
  await expect(oidc.clientCredentialsGrant(secretive)).rejects.toMatchObject(INVALID_CLIENT);

  const assertion = await signAssertion(privateKey, key.kid);
  const answers = await Promise.all([1, 2, 3, 4].map(() => requestByAssertion(assertion)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  const uses = await readCredentialUses(administration.table, 'signer');
  expect([...uses.keys()]).toEqual([key.kid]);
});

test('a second key takes over before the first one is removed', async () => {
  const { administration } = identity;
  const [{ kid: first = '' } = {}] = (await requireService(administration, 'signer')).keys;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = parsePublicKey(publicKey.export({ format: 'pem', type: 'spki' }).toString());
  await addServiceKey(administration, 'signer', key);

  expect((await requestByAssertion(await signAssertion(privateKey, key.kid))).status).toBe(200);
  await removeServiceKey(administration, 'signer', first);

  expect((await requireService(administration, 'signer')).keys).toEqual([key]);
  await removeServiceKey(administration, 'signer', key.kid);
  expect((await requestByAssertion(await signAssertion(privateKey, key.kid))).status).toBe(401);
});

test('an assertion is refused that lives long, is for another audience or has another signature', async () => {
  const { administration, issuer } = identity;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const key = parsePublicKey(publicKey.export({ format: 'pem', type: 'spki' }).toString());
  await addServiceKey(administration, 'signer', key);

  for (const assertion of [
    await signAssertion(privateKey, key.kid, { exp: Math.floor(Date.now() / 1000) + 3_600 }),
    await signAssertion(privateKey, key.kid, { aud: 'https://elsewhere.example' }),
    await signAssertion(privateKey, key.kid, { sub: 'worker', iss: 'worker' }),
    await signAssertion(stranger, key.kid),
  ]) {
    expect((await requestByAssertion(assertion)).status).toBe(401);
  }
  expect(
    (await requestByAssertion(await signAssertion(privateKey, key.kid, { aud: issuer }))).status,
  ).toBe(200);
});

test.each([
  [
    'a private key',
    generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }),
  ],
  [
    'a short RSA key',
    generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({
      format: 'pem',
      type: 'spki',
    }),
  ],
  [
    'a key on another curve',
    generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({
      format: 'pem',
      type: 'spki',
    }),
  ],
  ['no key', 'ssh-ed25519 AAAA'],
])('refuses %s', (_what, pem) => {
  expect(() => parsePublicKey(pem.toString())).toThrow(ChangeRefusal);
});

test('a rotated secret works beside the new one until its end, and shows its last use', async () => {
  const { administration, issuer } = identity;
  const first = await createService(administration, { ...SIGNER, clientId: 'rotating' });
  const before = await discover(issuer, 'rotating', first);
  const second = await rotateClientSecret(administration, 'rotating', 3_600);
  const after = await discover(issuer, 'rotating', second);

  for (const config of [before, after]) {
    await oidc.clientCredentialsGrant(config, { scope: 'internal.worker' });
  }
  const { secrets } = await requireService(administration, 'rotating');
  const uses = await readCredentialUses(administration.table, 'rotating');
  expect([...uses.keys()].toSorted()).toEqual(secrets.map(toSecretId).toSorted());

  await rotateClientSecret(administration, 'rotating', 0);
  for (const config of [before, after]) {
    await expect(oidc.clientCredentialsGrant(config)).rejects.toMatchObject(INVALID_CLIENT);
  }
});
