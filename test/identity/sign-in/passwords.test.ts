// Which passwords are accepted, how they are typed, and how they are stored.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type * as oidc from 'openid-client';
import { createOperator } from '../../../functions/identity/administration/operators.ts';
import { hashPassword } from '../../../functions/identity/sign-in/password.ts';
import {
  createIdentityRecords,
  hashAtLowCost,
  startIdentity,
} from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';
import { authorize, discover, signIn } from '../../support/stack/relying-party.ts';

let identity: TestIdentity;
let config: oidc.Configuration;

beforeAll(async () => {
  identity = await startIdentity();
  await createIdentityRecords(identity.administration);
  config = await discover(identity.issuer, 'console');
});
afterAll(() => identity.stop());

test('the page masks a password, and lets it be pasted and filled in', async () => {
  const { page } = await authorize(config, { password: 'wrong' });

  expect(page.html).toMatch(
    /<input id="password" name="password" type="password"[^>]*\sautocomplete="current-password"/,
  );
  expect(page.html).not.toMatch(/<script|\son\w+=/);
});

test.each([
  ['small letters alone', 'correcthorsebattery'],
  ['spaces and other scripts', ' пароль длиной 日本語 🐎 '],
  ['256 characters', `${'x'.repeat(255)}y`],
])('a password of %s is good, and every character of it counts', async (name, password) => {
  const username = `${name.replaceAll(/\W/g, '').toLowerCase()}@aurora`;
  await createOperator(
    identity.administration,
    { username, password, permissions: [] },
    hashAtLowCost,
  );

  for (const other of [password.slice(0, -1), `${password}.`, password.toUpperCase()]) {
    const { page } = await authorize(config, { username, password: other });
    expect(page.html).toContain('The username or the password is incorrect');
  }
  expect((await signIn(config, { username, password })).refreshToken).not.toBe('');
});

test('a stored password is a scrypt hash that names its cost, with a salt of its own', async () => {
  const hashes = await Promise.all([hashPassword('the same'), hashPassword('the same')]);

  for (const hash of hashes) {
    expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
  }
  expect(new Set(hashes.map((hash) => hash.split('$')[3])).size).toBe(2);
});
