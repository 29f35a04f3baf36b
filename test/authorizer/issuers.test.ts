import { afterAll, expect, test } from '@jest/globals';
import { buildTokenVerifier } from '../../functions/authorizer/access-token.ts';
import { readIssuers } from '../../functions/authorizer/issuers.ts';
import { createSigningKey, signToken, startIssuer } from '../support/stack/token-issuer.ts';

const key = await createSigningKey('a');
const started = await startIssuer(key);
afterAll(() => started.stop());

const oidc = {
  issuer: 'https://id.example',
  jwks_uri: 'https://id.example/jwks',
  audience: 'https://ledger.example',
};
const { audience: _, ...unbound } = oidc;

test.each([
  ['an empty list', []],
  ['no list', oidc],
  ['an OIDC issuer without audience', [unbound]],
  ['a Cognito pool without clients', [{ ...unbound, kind: 'cognito' }]],
  ['an unknown kind', [{ ...oidc, kind: 'saml' }]],
  ['an issuer named twice', [oidc, oidc]],
  ['keys over plain http', [{ ...oidc, jwks_uri: 'http://id.example/jwks' }]],
  ['an empty client list', [{ ...oidc, client_ids: [] }]],
  ['an empty list of tenants', [{ ...oidc, tenants: [] }]],
  ['a mark of services without its claim', [{ ...oidc, holder: { service: ['app'] } }]],
  ['a misspelt mark of services', [{ ...oidc, holder: { claim: 'gty', services: ['app'] } }]],
  ['a mark that can never match', [{ ...oidc, holder: { claim: 'sub', service: ['*@clients'] } }]],
  ['an unknown holder', [{ ...oidc, holder: { claim: 'gty', absent: 'PERSON' } }]],
  ['an entry that is not an object', ['https://id.example']],
  ['an entry that is null', [null]],
  ['an entry that is a list', [['https://id.example']]],
  ['a mark of services that is null', [{ ...oidc, holder: null }]],
  ['a mark of services that is a list', [{ ...oidc, holder: ['gty'] }]],
])('refuses to start with %s', (_name, list) => {
  expect(() => readIssuers(JSON.stringify(list))).toThrow(/ISSUERS/);
});

test('names the misspelt members of an issuer and of its mark', () => {
  const issuer = { ...oidc, client_id: ['web'], scopePrefix: 'x/' };
  const marked = { ...oidc, holder: { claim: 'gty', services: ['app'], person: [] } };

  const read = (row: object) => () => readIssuers(JSON.stringify([row]));
  expect(read(issuer)).toThrow('unknown members of an issuer: client_id, scopePrefix');
  expect(read(marked)).toThrow('unknown members of holder: services, person');
});

test('accepts plain http on localhost', () => {
  const local = {
    ...oidc,
    issuer: 'http://localhost:3003',
    jwks_uri: 'http://localhost:3003/jwks',
  };

  expect(readIssuers(JSON.stringify([local]))).toHaveLength(1);
});

test.each([
  ['every tenant', undefined, ['aurora', 'boreal']],
  ['its tenants alone', ['aurora'], ['aurora']],
])('an issuer may name %s', async (_name, tenants, accepted) => {
  const { issuer, jwksUri: jwks_uri } = started;
  const list = [{ issuer, jwks_uri, audience: 'api', tenants }];
  const verify = buildTokenVerifier(readIssuers(JSON.stringify(list)), async () => false);
  const exp = Math.floor(Date.now() / 1000) + 300;
  const noted: string[] = [];

  for (const tenant_id of ['aurora', 'boreal']) {
    const claims = { iss: issuer, aud: 'api', sub: 'op_1', tenant_id, exp };
    await verify(await signToken(key, claims)).then(
      (caller) => noted.push(caller.tenant_id),
      (error: unknown) => expect(String(error)).toContain('Token of another tenant'),
    );
  }

  expect(noted).toEqual(accepted);
});
