// Writes that come after what has ended them, and those whose answer is lost.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import { createTenant } from '../../../functions/identity/administration/tenants.ts';
import { ClientAssertionStorage } from '../../../functions/identity/storage/client-assertion-storage.ts';
import { openIdentityTable } from '../../../functions/identity/storage/identity-table.ts';
import { startFaultProxy } from '../../support/stack/fault-proxy.ts';
import type { ObservingFaultProxy, StoreFault } from '../../support/stack/fault-proxy.ts';
import {
  createIdentityRecords,
  REDIRECT_URI,
  startIdentity,
} from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';
import { discover, signIn } from '../../support/stack/relying-party.ts';

let proxy: ObservingFaultProxy;
let identity: TestIdentity;
let config: oidc.Configuration;

beforeAll(async () => {
  proxy = await startFaultProxy();
  identity = await startIdentity({ endpoint: proxy.endpoint });
  await createIdentityRecords(identity.administration);
  config = await discover(identity.issuer, 'console');
});
afterAll(async () => {
  await identity.stop();
  await proxy.stop();
});

beforeEach(() => proxy.heal());

test('a request that stores its session after the sign-out does not bring it back', async () => {
  const { browser, tokens } = await signIn(config);
  const question = await browser.open(
    oidc.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' }),
  );
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid',
    prompt: 'none',
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  });
  // A thief of the cookies still has them after the sign-out.
  const cookie = browser.cookiesFor(url);
  const ask = async () => {
    const { headers } = await fetch(url, { headers: { cookie }, redirect: 'manual' });
    const { searchParams } = new URL(headers.get('location') ?? REDIRECT_URI);
    return { code: searchParams.get('code'), error: searchParams.get('error') };
  };
  expect((await ask()).code).toEqual(expect.any(String));

  proxy.fail((operation) => (operation === 'TransactWriteItems' ? 'late' : 'none'));
  await ask();
  await browser.submit(question, { logout: 'yes' });
  await proxy.release();
  proxy.heal();

  expect(await ask()).toEqual({ code: null, error: 'login_required' });
});

test('a sign-in succeeds although the answer to each of its writes is lost once', async () => {
  let writes = 0;
  proxy.fail((operation) => {
    if (operation !== 'PutItem') return 'none';
    writes += 1;
    return writes % 2 === 1 ? 'lost' : 'none';
  });

  const { refreshToken } = await signIn(config);

  expect(writes).toBeGreaterThan(6);
  expect(await oidc.refreshTokenGrant(config, refreshToken)).toMatchObject({
    access_token: expect.any(String),
  });
});

test('an assertion is good for its first request also when the answer of the store is lost', async () => {
  const { name } = identity.administration.table;
  const table = openIdentityTable(name, { endpoint: proxy.endpoint });
  const storage = new ClientAssertionStorage(table, 'ReplayDetection');
  const faults: StoreFault[] = ['lost'];
  proxy.fail((operation) => (operation === 'PutItem' && faults.shift()) || 'none');
  const use = () => storage.upsert('assertion-1', { iss: 'signer' }, 60);

  await use();

  expect(faults).toEqual([]);
  await expect(use()).rejects.toMatchObject({ error: 'invalid_client' });
});

test('a write that conflicts again and again is tried four times, and no change is reported', async () => {
  const { name } = identity.administration.table;
  const table = openIdentityTable(name, { endpoint: proxy.endpoint });
  const create = () => createTenant({ table, actor: 'test' }, { tenantId: 'busy', name: 'Busy' });
  const faults: StoreFault[] = Array<StoreFault>(4).fill('conflict');
  proxy.fail((operation) => (operation === 'TransactWriteItems' && faults.shift()) || 'none');

  await expect(create()).rejects.toMatchObject({ name: 'TransactionCanceledException' });

  expect(faults).toEqual([]);
  faults.push('conflict', 'conflict', 'conflict');
  await create();
  expect(faults).toEqual([]);
});
