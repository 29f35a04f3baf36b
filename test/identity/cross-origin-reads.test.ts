// Which scripts of other origins may read what the identity service answers.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createOperatorInterface } from '../../functions/identity/administration/clients.ts';
import { createIdentityRecords, startIdentity } from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
  await createIdentityRecords(identity.administration);
});
afterAll(() => identity.stop());

function callFrom(origin: string, clientId = 'console'): Promise<Response> {
  const fields = { client_id: clientId, grant_type: 'refresh_token', refresh_token: 'x' };
  const body = new URLSearchParams(fields);
  return fetch(`${identity.issuer}/token`, { method: 'POST', headers: { origin }, body });
}

test('allows CORS for registered origins only', async () => {
  const known = await callFrom('http://127.0.0.1:9');
  const evil = await callFrom('https://evil.example');

  expect(known.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:9');
  expect(evil.headers.get('access-control-allow-origin')).toBeNull();
});

test('a second after its registration an application may read, though it was refused before', async () => {
  const origin = 'http://127.0.0.1:19';
  const registered = {
    clientId: 'late',
    name: 'Late',
    scopes: ['finance.read'],
    redirectUris: [`${origin}/callback`],
    postLogoutRedirectUris: [],
  } as const;
  // Of both instances.
  await Promise.all([callFrom(origin, 'late'), callFrom(origin, 'late')]);
  await createOperatorInterface(identity.administration, registered);
  await sleep(1_000);

  const answers = await Promise.all([callFrom(origin, 'late'), callFrom(origin, 'late')]);

  const allowed = answers.map(({ headers }) => headers.get('access-control-allow-origin'));
  expect(allowed).toEqual([origin, origin]);
});
