// No page of the service is shown in another one, and programs are answered as ever (ADR 109).
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startIdentity } from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity({ stage: '/prod' });
});
afterAll(() => identity.stop());

const fetchAs = (destination: string, path: string) =>
  fetch(identity.issuer + path, {
    headers: { 'sec-fetch-dest': destination },
    redirect: 'manual',
  });

const OTHER_CASES = ['/AUTH', '/Auth/x', '/Session/End'];

test.each([
  '/auth',
  '/auth/x',
  '/interaction/x',
  '/account',
  '/account/password',
  '/session/end',
  ...OTHER_CASES,
])('%s opens in a window, and not in a frame', async (path) => {
  const framed = await fetchAs('iframe', path);

  expect([framed.status, framed.headers.get('location')]).toEqual([403, null]);
  expect(await framed.text()).toContain('Open this page in a window of its own');
  expect((await fetchAs('document', path)).status).not.toBe(403);
});

test.each(['/jwks', '/.well-known/openid-configuration'])(
  'scripts may read %s, which is no page',
  async (path) => {
    expect((await fetchAs('empty', path)).status).toBe(200);
  },
);
