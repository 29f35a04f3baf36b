import { createHmac, randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import { exportSPKI, importJWK } from 'jose';
import type { CryptoKey } from 'jose';
import {
  identityKeys,
  openIdentityTable,
} from '../../functions/identity/storage/identity-table.ts';
import { revokeToken } from '../../functions/identity/revocation/revocations.ts';
import { startFaultProxy } from '../support/stack/fault-proxy.ts';
import {
  AUDIENCE,
  createConsoleClient,
  createIdentityTable,
  setAuthorizerEnvironment,
} from '../support/stack/identity.ts';
import { signToken, createSigningKey, startIssuer } from '../support/stack/token-issuer.ts';

const METHOD_ARN = 'arn:aws:execute-api:eu-west-1:123456789012:a1b2c3/prod/POST/api/accounts';

const key = await createSigningKey('first');
const cognitoKey = await createSigningKey('cognito');
const bundled = await startIssuer(key);
const cognito = await startIssuer(cognitoKey);
const keycloak = await startIssuer(key);
const unreachable = await startIssuer(key);
unreachable.state.silent = true;

const store = await startFaultProxy();
const TABLE = `identity-${randomUUID()}`;
setAuthorizerEnvironment(store.endpoint, TABLE, bundled.issuer);
await createIdentityTable(TABLE);
const table = openIdentityTable(TABLE);
await createConsoleClient({ table, actor: 'test' });
process.env.ISSUERS = JSON.stringify([
  { issuer: bundled.issuer, jwks_uri: bundled.jwksUri, audience: AUDIENCE },
  { issuer: unreachable.issuer, jwks_uri: unreachable.jwksUri, audience: AUDIENCE },
  {
    kind: 'cognito',
    issuer: cognito.issuer,
    jwks_uri: cognito.jwksUri,
    client_ids: ['app'],
    scope_prefix: 'countinghouse/',
    tenant_claim: 'custom:tenant_id',
  },
  {
    issuer: keycloak.issuer,
    jwks_uri: keycloak.jwksUri,
    audience: AUDIENCE,
    holder: { claim: 'preferred_username', service: ['service-account-*'] },
  },
]);
const { handler } = await import('../../functions/authorizer/authorize.ts');

afterEach(() => store.heal());
afterAll(async () => {
  [bundled, cognito, keycloak, unreachable].forEach(({ stop }) => stop());
  await store.stop();
});

const now = Math.floor(Date.now() / 1000);
const claims = {
  iss: bundled.issuer,
  aud: AUDIENCE,
  sub: 'op_1',
  client_id: 'console',
  scope: 'openid finance.read finance.write',
  tenant_id: 'acme-bank',
  iat: now,
  exp: now + 300,
  jti: 'token-1',
};

function authorize(authorizationToken: string): Promise<APIGatewayAuthorizerResult> {
  return handler({ type: 'TOKEN', authorizationToken, methodArn: METHOD_ARN });
}

test('allows every operation of the stage for a valid token and returns the caller', async () => {
  const answer = await authorize(`Bearer ${await signToken(key, claims)}`);

  expect(answer.policyDocument.Statement).toEqual([
    {
      Effect: 'Allow',
      Action: 'execute-api:Invoke',
      Resource: 'arn:aws:execute-api:eu-west-1:123456789012:a1b2c3/prod/*',
    },
  ]);
  expect(answer.context).toEqual({
    sub: 'op_1',
    tenant_id: 'acme-bank',
    client_id: 'console',
    scope: 'openid finance.read finance.write',
    kind: 'OPERATOR',
    expires_at: String(claims.exp),
  });
});

test('accepts a token without scope as one with an empty scope', async () => {
  const { scope: _, ...rest } = claims;

  expect((await authorize(`Bearer ${await signToken(key, rest)}`)).context?.scope).toBe('');
});

const { exp: _exp, ...immortal } = claims;
const { tenant_id: _tenant, ...homeless } = claims;
const { sub: _sub, ...withoutSubject } = claims;
const { jti: _jti, ...irrevocable } = claims;
const stranger = await createSigningKey('first');
const good = await signToken(key, claims);

function unsigned(header: object, payload: object): string {
  return [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
}

async function hmacWithPublicKey(): Promise<string> {
  const publicKey = (await importJWK(key.publicJwk, 'ES256', { extractable: true })) as CryptoKey;
  const body = unsigned({ alg: 'HS256', typ: 'at+jwt', kid: key.kid }, claims);
  const mac = createHmac('sha256', await exportSPKI(publicKey)).update(body);
  return `${body}.${mac.digest('base64url')}`;
}

function tampered(): string {
  const [header, , signature] = good.split('.');
  const payload = unsigned({}, { ...claims, tenant_id: 'other-bank' }).split('.')[1];
  return `${header}.${payload}.${signature}`;
}

const REFUSED: Record<string, string> = {
  'no bearer scheme': good,
  'basic scheme': `Basic ${good}`,
  'empty token': 'Bearer ',
  'not a token': 'Bearer nonsense',
  'text after the token': `Bearer ${good} more`,
  'wrong audience': `Bearer ${await signToken(key, { ...claims, aud: 'https://elsewhere.example' })}`,
  expired: `Bearer ${await signToken(key, { ...claims, exp: now - 1 })}`,
  'not valid yet': `Bearer ${await signToken(key, { ...claims, nbf: now + 60 })}`,
  'other issuer': `Bearer ${await signToken(key, { ...claims, iss: 'https://evil.example' })}`,
  'listed issuer, key of another': `Bearer ${await signToken(cognitoKey, claims)}`,
  'known key id, foreign key': `Bearer ${await signToken(stranger, claims)}`,
  'a header with a key of its own': `Bearer ${await signToken(stranger, claims, { jwk: stranger.publicJwk })}`,
  'alg none': `Bearer ${unsigned({ alg: 'none', typ: 'at+jwt', kid: key.kid }, claims)}.`,
  'alg none with a signature': `Bearer ${unsigned({ alg: 'none', kid: key.kid }, claims)}.AAAA`,
  'HS256 with the public key': `Bearer ${await hmacWithPublicKey()}`,
  'tampered payload': `Bearer ${tampered()}`,
  'a signature that is too short': `Bearer ${good.slice(0, -4)}`,
  'a signature that is too long': `Bearer ${good}AAAA`,
  'a signature of one character': `Bearer ${good.slice(0, good.lastIndexOf('.') + 1)}A`,
  'id token in place of access token': `Bearer ${await signToken(key, { ...claims, aud: 'console' }, { typ: 'JWT' })}`,
  'id token that names the audience': `Bearer ${await signToken(key, claims, { typ: 'JWT' })}`,
  'no typ': `Bearer ${await signToken(key, claims, { typ: undefined })}`,
  'no exp': `Bearer ${await signToken(key, immortal)}`,
  'no tenant': `Bearer ${await signToken(key, homeless)}`,
  'empty tenant': `Bearer ${await signToken(key, { ...claims, tenant_id: '' })}`,
  'tenant that would break a key': `Bearer ${await signToken(key, { ...claims, tenant_id: 'a#b' })}`,
  'tenant longer than 64': `Bearer ${await signToken(key, { ...claims, tenant_id: 'a'.repeat(65) })}`,
  'tenant that is a list': `Bearer ${await signToken(key, { ...claims, tenant_id: ['acme-bank'] })}`,
  'no subject': `Bearer ${await signToken(key, withoutSubject)}`,
  'no jti, by which it could be revoked': `Bearer ${await signToken(key, irrevocable)}`,
};

test.each(Object.entries(REFUSED))('refuses: %s', async (_name, header) => {
  await expect(authorize(header)).rejects.toThrow(/^Unauthorized$/);
});

test('reports unreadable keys as a server error, not as the caller’s', async () => {
  const token = await signToken(key, { ...claims, iss: unreachable.issuer });

  await expect(authorize(`Bearer ${token}`)).rejects.toThrow(/cannot be read/);
});

async function saveGrant(grantId: string, ttl: number): Promise<void> {
  const Item = { ...identityKeys.artifact('Grant', grantId), ttl };
  await table.documents.send(new PutCommand({ TableName: TABLE, Item }));
}

const signOwn = (changes: Record<string, unknown>) => signToken(key, { ...claims, ...changes });

test('refuses a token that was revoked, and only this one of its tenant', async () => {
  await revokeToken(table, { jti: 'revoked', tenantId: 'acme-bank' }, now + 300);

  await expect(authorize(`Bearer ${await signOwn({ jti: 'revoked' })}`)).rejects.toThrow(
    /^Unauthorized$/,
  );
  const others = [{ jti: 'other' }, { jti: 'revoked', tenant_id: 'other-bank' }];
  for (const changes of others) {
    expect((await authorize(`Bearer ${await signOwn(changes)}`)).principalId).toBe('op_1');
  }
});

test('refuses the tokens of a sign-in that has ended, whether or not its grant was deleted', async () => {
  await saveGrant('current', now + 60);
  await saveGrant('over', now - 1);

  expect((await authorize(`Bearer ${await signOwn({ grant_id: 'current' })}`)).principalId).toBe(
    'op_1',
  );
  for (const grant_id of ['over', 'deleted']) {
    const refused = authorize(`Bearer ${await signOwn({ grant_id })}`);
    await expect(refused).rejects.toThrow(/^Unauthorized$/);
  }
});

test.each([
  ['an operator', { grant_id: 'counted' }, 3],
  ['a service', {}, 2],
])('reads of the token of %s what can revoke it, and no more', async (_name, changes, units) => {
  await saveGrant('counted', now + 60);
  const before = store.requests.length;

  await authorize(`Bearer ${await signOwn(changes)}`);

  // The holder of the token is noted by a write of its own.
  const seen = store.requests.slice(before).filter(({ operation }) => operation !== 'UpdateItem');
  expect(seen.map(({ operation }) => operation)).toEqual(seen.map(() => 'GetItem'));
  expect(seen.map(({ readUnits }) => readUnits).reduce((a, b) => a + b)).toBe(units);
});

test.each(['unavailable', 'throttle', 'dead'] as const)(
  'accepts no token while its revocation is unknown: %s',
  async (fault) => {
    store.fail(() => fault);

    const answer = authorize(`Bearer ${await signOwn({})}`);

    // Any text but Unauthorized is a server error, after which clients try again.
    await expect(answer).rejects.toThrow('Revoked tokens cannot be read');
  },
);

const cognitoClaims = {
  iss: cognito.issuer,
  sub: 'c0ffee',
  client_id: 'app',
  token_use: 'access',
  scope: 'countinghouse/finance.read aws.cognito.signin.user.admin',
  'custom:tenant_id': 'acme-bank',
  exp: now + 300,
};

test('accepts a Cognito access token, strips the prefix and drops foreign scopes', async () => {
  // Only the bundled issuer's tokens can be revoked.
  store.fail(() => 'dead');
  const token = await signToken(cognitoKey, cognitoClaims, { typ: undefined });

  expect((await authorize(`Bearer ${token}`)).context).toMatchObject({
    tenant_id: 'acme-bank',
    client_id: 'app',
    scope: 'finance.read',
  });
});

test.each([
  ['id token', { ...cognitoClaims, token_use: 'id', aud: 'app' }],
  ['another client', { ...cognitoClaims, client_id: 'other' }],
  ['no tenant claim', { ...cognitoClaims, 'custom:tenant_id': undefined }],
  [
    'the other issuer’s tenant claim',
    { ...cognitoClaims, 'custom:tenant_id': undefined, tenant_id: 'acme-bank' },
  ],
  ['no expiry', { ...cognitoClaims, exp: undefined }],
])('refuses a Cognito token: %s', async (_name, body) => {
  const token = await signToken(cognitoKey, body, { typ: undefined });

  await expect(authorize(`Bearer ${token}`)).rejects.toThrow(/^Unauthorized$/);
});

const scopes = ['finance.write', 'finance.approve', 'configuration.write', 'audit.read'];
const SERVICE_SCOPE = 'finance.write audit.read';

test('a service of another issuer cannot have what only people may hold', async () => {
  const scope = scopes.map((name) => `countinghouse/${name}`).join(' ');
  const service = { ...cognitoClaims, sub: 'app', scope, jti: 'token-of-a-service' };

  const { context } = await authorize(`Bearer ${await signToken(cognitoKey, service, {})}`);

  expect(context).toMatchObject({ sub: 'app', scope: SERVICE_SCOPE, kind: 'SERVICE' });
});

test.each([
  ['a service by the mark of its issuer', 'service-account-night', 'SERVICE', SERVICE_SCOPE],
  ['a token without the mark as that of a service', undefined, 'SERVICE', SERVICE_SCOPE],
  ['a person by the same mark', 'jane', 'OPERATOR', scopes.join(' ')],
])('recognizes %s', async (_, preferred_username, kind, scope) => {
  const sub = 'b1946ac9-2d0a-4d5e-9a35-7a1d3f3f7c11';
  const body = {
    ...claims,
    iss: keycloak.issuer,
    sub,
    scope: scopes.join(' '),
    preferred_username,
  };

  const { context } = await authorize(`Bearer ${await signToken(key, body)}`);

  expect(context).toMatchObject({ sub, kind, scope });
});
