// The rotation depends on the order in which the provider calls its storage. These tests detect
// another order in a new version of the provider.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import { ClientMetadata } from '../../functions/identity/client-metadata.ts';
import { generateFirstKeys } from '../../functions/identity/signing-keys.ts';
import { answerEvent } from '../../functions/identity/lambda-http.ts';
import { buildProvider } from '../../functions/identity/provider.ts';
import { RefreshTokenStorage } from '../../functions/identity/storage/refresh-tokens.ts';
import { FormBrowser } from '../../commands/token/form-browser.ts';
import { AUDIENCE, createIdentityRecords, startIdentity } from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { discover, signIn } from '../support/stack/relying-party.ts';

let identity: TestIdentity;
let config: oidc.Configuration;
const keys = generateFirstKeys(Date.now());

beforeAll(async () => {
  identity = await startIdentity();
  await createIdentityRecords(identity.administration);
  serveWith(() => undefined);
  config = await discover(identity.issuer, 'console');
});
afterAll(() => identity.stop());

/** Serves with a provider that does additional work before it answers a refresh. */
function serveWith(atGrant: () => void): void {
  const { issuer } = identity;
  const { table } = identity.administration;
  const setting = { issuer, audience: AUDIENCE, table, clients: new ClientMetadata(table) };
  const log = { security: () => undefined, fault: () => undefined };
  const provider = buildProvider(setting, keys, log);
  provider.on('grant.success', atGrant);
  const handle = provider.callback();
  identity.gateway.serve((event) => answerEvent(handle, new URL(issuer), event));
}

function refresh(token: string): Promise<boolean> {
  return oidc.refreshTokenGrant(config, token).then(
    () => true,
    () => false,
  );
}

test('a token that was consumed but not replaced is used up', async () => {
  const used = (await signIn(config)).refreshToken;
  const other = (await signIn(config, { browser: new FormBrowser(identity.issuer) })).refreshToken;
  const storage = new RefreshTokenStorage(identity.administration.table, 'RefreshToken');
  serveWith(() => void storage.consume(other));

  expect(await refresh(used)).toBe(true);

  serveWith(() => undefined);
  expect(await refresh(other)).toBe(false);
});

test('a token consumed by a request that then failed stays valid', async () => {
  const used = (await signIn(config)).refreshToken;
  const other = (await signIn(config, { browser: new FormBrowser(identity.issuer) })).refreshToken;
  const storage = new RefreshTokenStorage(identity.administration.table, 'RefreshToken');
  serveWith(() => {
    void storage.consume(other);
    throw new Error('after all');
  });

  expect(await refresh(used)).toBe(false);

  serveWith(() => undefined);
  expect(await refresh(other)).toBe(true);
});
