// How the tokens of well-known issuers show whether a person or a service holds them.
import { expect, test } from '@jest/globals';
import { findHolderKind } from '../../functions/authorizer/holder-kinds.ts';
import { readIssuers } from '../../functions/authorizer/issuers.ts';

const oidc = {
  issuer: 'https://id.example',
  jwks_uri: 'https://id.example/jwks',
  audience: 'https://ledger.example',
};

function findKind(settings: object, claims: Record<string, string | string[]>) {
  const [issuer] = readIssuers(JSON.stringify([{ ...oidc, ...settings }]));
  if (!issuer) throw new Error('There is no issuer.');
  return findHolderKind(issuer, claims);
}

const cognito = { holder: { claim: 'username' } };
const entra = { holder: { claim: 'idtyp', operator: ['user'], service: ['app'] } };
const keycloak = { holder: { claim: 'preferred_username', service: ['service-account-*'] } };
const okta = { client_claim: 'cid', holder: { claim: 'uid' } };
const auth0 = {
  holder: { claim: 'gty', service: ['client-credentials'], absent: 'OPERATOR' },
};

test.each([
  ['no setting', {}, { sub: 'jane', client_id: 'app' }, 'OPERATOR'],
  ['no setting', {}, { sub: 'app', azp: 'app' }, 'SERVICE'],
  ['no setting', {}, { sub: 'svc_1', client_id: 'app' }, 'SERVICE'],
  ['Cognito', cognito, { sub: '1', client_id: 'app', username: 'jane' }, 'OPERATOR'],
  ['Cognito', cognito, { sub: 'app', client_id: 'app' }, 'SERVICE'],
  ['Entra ID', entra, { sub: '1', azp: 'app', idtyp: 'user' }, 'OPERATOR'],
  ['Entra ID', entra, { sub: '1', azp: 'app', idtyp: 'app' }, 'SERVICE'],
  ['Entra ID', entra, { sub: '1', azp: 'app', idtyp: 'device' }, 'SERVICE'],
  ['Entra ID', entra, { sub: '1', azp: 'app' }, 'SERVICE'],
  ['Keycloak', keycloak, { sub: '1', preferred_username: 'jane' }, 'OPERATOR'],
  ['Keycloak', keycloak, { sub: '1', preferred_username: 'service-account-x' }, 'SERVICE'],
  ['Keycloak', keycloak, { sub: '1', preferred_username: '' }, 'SERVICE'],
  ['Keycloak', keycloak, { sub: '1', preferred_username: ['jane'] }, 'SERVICE'],
  ['Keycloak', keycloak, { sub: '1' }, 'SERVICE'],
  ['Okta', okta, { sub: 'jane', cid: 'app', uid: '00u1' }, 'OPERATOR'],
  ['Okta', okta, { sub: 'app', cid: 'app' }, 'SERVICE'],
  // The client counts whatever the mark says.
  ['Okta', okta, { sub: 'app', cid: 'app', uid: '00u1' }, 'SERVICE'],
  ['Auth0', auth0, { sub: 'auth0|1', azp: 'app' }, 'OPERATOR'],
  ['Auth0', auth0, { sub: 'app@clients', azp: 'app', gty: 'client-credentials' }, 'SERVICE'],
])('%s: %j and %j make a holder of the kind %s', (_, settings, claims, kind) => {
  expect(findKind(settings, claims)).toBe(kind);
});
