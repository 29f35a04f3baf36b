// The revocation of a sign-in that fails between its writes: what is repeated ends it all the same.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import * as oidc from 'openid-client';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { startFaultProxy } from '../../support/stack/fault-proxy.ts';
import type { ObservingFaultProxy } from '../../support/stack/fault-proxy.ts';
import {
  buildVerifier,
  createIdentityRecords,
  startIdentity,
} from '../../support/stack/identity.ts';
import type { TestIdentity } from '../../support/stack/identity.ts';
import { discover, signIn } from '../../support/stack/relying-party.ts';

/** More than a revocation has. */
const WRITES_MAX = 4;

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
afterEach(returnToPresent);

/** After that many deletions none gets through any more. */
function failAfter(deletions: number): void {
  let left = deletions;
  proxy.fail((operation) => {
    if (operation !== 'DeleteItem') return 'none';
    left -= 1;
    return left < 0 ? 'dead' : 'none';
  });
}

/** Whether the request was refused, and not answered with a fault. */
async function refuses(token: string): Promise<boolean> {
  const answer = await oidc.refreshTokenGrant(config, token).catch((error: unknown) => error);
  return answer instanceof oidc.ResponseBodyError && answer.error === 'invalid_grant';
}

/** Whether any token of the sign-in is still good. */
async function isAlive({ refreshToken, tokens }: Awaited<ReturnType<typeof signIn>>) {
  const isAccepted = await buildVerifier(identity)(tokens.access_token).then(
    () => true,
    () => false,
  );
  return isAccepted || !(await refuses(refreshToken));
}

test('a refresh token that is revoked again after a fault ends the sign-in', async () => {
  for (let deletions = 0; deletions < WRITES_MAX; deletions += 1) {
    const first = await signIn(config);
    const { browser } = first;
    const other = await signIn(config, { browser, prompt: 'none' });
    failAfter(deletions);
    await oidc.tokenRevocation(config, first.refreshToken).catch(() => undefined);
    proxy.heal();

    await oidc.tokenRevocation(config, first.refreshToken);

    expect([deletions, await isAlive(other)]).toEqual([deletions, false]);
  }
});

test('a refresh token that is used again after a fault ends the sign-in', async () => {
  for (let deletions = 0; deletions < WRITES_MAX; deletions += 1) {
    const first = await signIn(config);
    const { browser } = first;
    const other = await signIn(config, { browser, prompt: 'none' });
    await oidc.refreshTokenGrant(config, first.refreshToken);
    failAfter(deletions);
    await refuses(first.refreshToken);
    proxy.heal();

    expect(await refuses(first.refreshToken)).toBe(true);
    expect([deletions, await isAlive(other)]).toEqual([deletions, false]);
  }
});

test('an operator who signs out everywhere again after a fault ends what was left', async () => {
  const signOut = async ({ browser }: Awaited<ReturnType<typeof signIn>>) => {
    const answer = await browser.submit(await browser.open(`${identity.issuer}/account`), {});
    return answer.status;
  };
  const here = await signIn(config);
  // The newest session is the first to end.
  advanceTime(2_000);
  const there = await signIn(config);
  failAfter(0);
  expect(await signOut(here)).toBe(500);
  proxy.heal();

  advanceTime(2_000);
  expect(await signOut(await signIn(config))).toBe(200);
  expect(await isAlive(there)).toBe(false);
});
