// What the authorizer passes on of accepted tokens, and tokens at the edge of acceptance.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import {
  buildOwnKey,
  buildSharedKey,
  SHARED_LIMITS,
} from '../../functions/authorizer/tenant-limits.ts';
import { openIdentityTable } from '../../functions/identity/storage/identity-table.ts';
import {
  AUDIENCE,
  createConsoleClient,
  createIdentityTable,
  setAuthorizerEnvironment,
} from '../support/stack/identity.ts';
import { readEngineEndpoint } from '../support/stack/tables.ts';
import { createSigningKey, signToken, startIssuer } from '../support/stack/token-issuer.ts';

const API = 'a1b2c3';
const METHOD_ARN = `arn:aws:execute-api:eu-west-1:123456789012:${API}/prod/GET/api/accounts`;
const TABLE = `identity-${randomUUID()}`;

const key = await createSigningKey('first');
const bundled = await startIssuer(key);

let handler: (event: APIGatewayTokenAuthorizerEvent) => Promise<APIGatewayAuthorizerResult>;
beforeAll(async () => {
  // By it the tenants first-own and second-own have limits of their own.
  setAuthorizerEnvironment(readEngineEndpoint(), TABLE, bundled.issuer);
  process.env.ISSUERS = JSON.stringify([
    { issuer: bundled.issuer, jwks_uri: bundled.jwksUri, audience: AUDIENCE },
  ]);
  await createIdentityTable(TABLE);
  await createConsoleClient({ table: openIdentityTable(TABLE), actor: 'test' });
  ({ handler } = await import('../../functions/authorizer/authorize.ts'));
});
afterAll(() => bundled.stop());

async function authorize(changes: Record<string, unknown>, header = {}, scheme = 'Bearer ') {
  const claims = {
    iss: bundled.issuer,
    aud: AUDIENCE,
    sub: 'op_1',
    client_id: 'console',
    scope: 'finance.read',
    tenant_id: 'acme-bank',
    exp: Math.floor(Date.now() / 1000) + 300,
    jti: 'token-1',
    ...changes,
  };
  const authorizationToken = `${scheme}${await signToken(key, claims, header)}`;
  return handler({ type: 'TOKEN', authorizationToken, methodArn: METHOD_ARN });
}

test.each(['first-own', 'second-own'])('the limit of %s counts its requests', async (tenant_id) => {
  const { usageIdentifierKey } = await authorize({ tenant_id });

  expect(usageIdentifierKey).toBe(buildOwnKey(API, tenant_id));
});

test('a shared limit counts the requests of a tenant without one of its own', async () => {
  const shared = Array.from({ length: SHARED_LIMITS }, (_, index) => buildSharedKey(API, index));

  for (const tenant_id of ['acme-bank', 'third-own', 'first']) {
    expect(shared).toContain((await authorize({ tenant_id })).usageIdentifierKey);
  }
});

// RFC 7515, 4.1.9.
test.each(['application/at+jwt', 'AT+JWT', 'Application/AT+JWT'])(
  'a token of the type %s is an access token',
  async (typ) => {
    expect((await authorize({}, { typ })).principalId).toBe('op_1');
  },
);

test.each([
  ['an empty subject', { sub: '' }, {}],
  ['an expiry that is no number', { exp: '9999999999' }, {}],
  ['the type of something else', {}, { typ: 'application/logout+jwt' }],
])('refuses a token with %s', async (_, changes, header) => {
  await expect(authorize(changes, header)).rejects.toThrow(/^Unauthorized$/);
});

// RFC 9110, 11.1 and 11.4: a scheme in any case, and spaces after it.
test.each(['bearer ', 'BEARER ', 'Bearer   '])('accepts a token after "%s"', async (scheme) => {
  expect((await authorize({}, {}, scheme)).principalId).toBe('op_1');
});

test.each(['', 'Bearer', 'Bearer\t', ' Bearer ', 'NotBearer ', 'Basic Bearer ', 'Bearer Bearer '])(
  'refuses a token after "%s"',
  async (scheme) => {
    await expect(authorize({}, {}, scheme)).rejects.toThrow(/^Unauthorized$/);
  },
);
