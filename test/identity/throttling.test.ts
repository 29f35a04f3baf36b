import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { resetPassword } from '../../functions/identity/administration/operators.ts';
import {
  startSignInAttempt,
  computeDelaySeconds,
  LIMITS,
} from '../../functions/identity/sign-in/sign-in-attempts.ts';
import { identityKeys } from '../../functions/identity/storage/identity-table.ts';
import type { IdentityTable } from '../../functions/identity/storage/identity-table.ts';
import {
  MAKER,
  PASSWORD,
  createIdentityRecords,
  hashAtLowCost,
  startIdentity,
} from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { advanceTime, returnToPresent } from '../support/stack/advance-time.ts';
import { authorize, discover, signIn } from '../support/stack/relying-party.ts';

const HOUR_MS = 3_600_000;

let identity: TestIdentity;
let table: IdentityTable;

beforeAll(async () => {
  identity = await startIdentity();
  ({ table } = identity.administration);
  await createIdentityRecords(identity.administration);
});
afterAll(() => identity.stop());
// The first delay is short: on a slow machine it might be over before the next attempt.
beforeEach(() => advanceTime(0));
afterEach(returnToPresent);

/** The same operator: the case of letters counts in the id of the tenant alone. */
const shoutName = (username: string) => username.replace(/^[^@]*/, (name) => name.toUpperCase());

let addresses = 0;
const freshAddress = () => `192.0.2.${(addresses += 1)}`;

/** How many of that many concurrent attempts may check the password. */
async function allowed(attempts: number, username: (index: number) => string, address: string) {
  const all = Array.from({ length: attempts }, (_, index) =>
    startSignInAttempt(table, username(index), address),
  );
  return (await Promise.all(all)).filter(({ waitSeconds }) => waitSeconds === 0).length;
}

test('doubles the delay with each failure, up to a quarter of an hour', () => {
  const delays = [4, 5, 6, 7, 14, 50].map((failures) =>
    computeDelaySeconds(LIMITS.account, failures),
  );

  expect(delays).toEqual([0, 2, 4, 8, 900, 900]);
});

test('delays an existing and an unknown account alike', async () => {
  for (const username of [MAKER, 'unknown@aurora']) {
    for (let failure = 0; failure < LIMITS.account.free; failure += 1) {
      expect((await startSignInAttempt(table, username, freshAddress())).waitSeconds).toBe(0);
    }
    expect((await startSignInAttempt(table, username, freshAddress())).waitSeconds).toBeGreaterThan(
      0,
    );
    expect(
      (await startSignInAttempt(table, ` ${shoutName(username)}`, freshAddress())).waitSeconds,
    ).toBeGreaterThan(0);
  }
});

test('shows the wait even with the right password, and a reset ends it', async () => {
  const config = await discover(identity.issuer, 'console');
  for (let failure = 0; failure < 5; failure += 1) {
    await startSignInAttempt(table, MAKER, freshAddress());
  }

  const { page } = await authorize(config);
  expect(page.status).toBe(429);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(page.html).toContain('Too many attempts.');

  // The sign-in waits for the second after the reset.
  returnToPresent();
  await resetPassword(identity.administration, MAKER, PASSWORD, hashAtLowCost);
  await signIn(config);
});

test('lets a colleague at the same address sign in on a machine whose clock is behind', async () => {
  const address = freshAddress();
  await startSignInAttempt(table, 'first@aurora', address);
  advanceTime(-5_000);

  const { waitSeconds } = await startSignInAttempt(table, 'second@aurora', address);

  expect(waitSeconds).toBe(0);
});

test('counts concurrent guesses one by one', async () => {
  const passed = await allowed(30, () => 'target@aurora', freshAddress());

  expect(passed).toBeLessThanOrEqual(LIMITS.account.free);
});

test('limits one address over many names', async () => {
  const address = freshAddress();
  for (let batch = 0; batch < 8; batch += 1) {
    await allowed(10, (index) => `spray-${batch}-${index}@aurora`, address);
  }

  expect((await startSignInAttempt(table, 'one-more@aurora', address)).waitSeconds).toBeGreaterThan(
    0,
  );
  expect((await startSignInAttempt(table, 'one-more@aurora', freshAddress())).waitSeconds).toBe(0);
});

test('counts addresses of one IPv6 network as one', async () => {
  for (let host = 0; host < LIMITS.address.free; host += 1) {
    await startSignInAttempt(table, `six-${host}@aurora`, `2001:db8:1:2::${host.toString(16)}`);
  }

  const inside = await startSignInAttempt(table, 'six@aurora', '2001:db8:1:2:ffff::1');
  const outside = await startSignInAttempt(table, 'six@aurora', '2001:db8:1:3::1');

  expect(inside.waitSeconds).toBeGreaterThan(0);
  expect(outside.waitSeconds).toBe(0);
});

test.each([
  ['2001:db8::7:1:2', '2001:db8::ffff', '2001:db8:0:1::1'],
  ['2001:db8:9::', '2001:db8:9:0:ffff::1', '2001:db8:9:1::'],
  ['::5:1', '0::ffff', '0:0:0:1::1'],
  // The addresses of IPv4 in that network (RFC 4291).
  ['::ffff:198.51.100.1', '198.51.100.1', '::ffff:198.51.100.2'],
  ['198.51.100.3', '0:0::FFFF:c633:6403', '::ffff:c633:6404'],
])('counts %s and %s as one, however they are written', async (address, same, other) => {
  for (let count = 0; count < LIMITS.address.free; count += 1) {
    await startSignInAttempt(table, `short-${count}@aurora`, address);
  }

  const [inside, outside] = [
    await startSignInAttempt(table, 'short@aurora', same),
    await startSignInAttempt(table, 'short@aurora', other),
  ];
  expect(inside.waitSeconds).toBeGreaterThan(0);
  expect(outside.waitSeconds).toBe(0);
});

test('a success clears the account, and only its own attempt at the address', async () => {
  const address = freshAddress();
  for (let failure = 0; failure < 3; failure += 1)
    await startSignInAttempt(table, 'typist@aurora', address);

  await (await startSignInAttempt(table, 'typist@aurora', address)).succeeded();

  const passed = [];
  for (let failure = 0; failure < LIMITS.account.free; failure += 1) {
    passed.push((await startSignInAttempt(table, 'typist@aurora', address)).waitSeconds);
  }
  expect(passed).toEqual([0, 0, 0, 0, 0]);
});

test('a success clears no account of a tenant whose id differs in the case of letters', async () => {
  for (let failure = 0; failure < LIMITS.account.free; failure += 1)
    await startSignInAttempt(table, 'namesake@aurora', freshAddress());

  const others = await startSignInAttempt(table, 'namesake@Aurora', freshAddress());
  expect(others.waitSeconds).toBe(0);
  await others.succeeded();

  await startSignInAttempt(table, 'namesake@aurora', freshAddress());
  const next = await startSignInAttempt(table, 'namesake@aurora', freshAddress());
  expect(next.waitSeconds).toBeGreaterThan(0);
});

test('forgets the failures of an account a day after the last one, and no sooner', async () => {
  const attempt = async () =>
    (await startSignInAttempt(table, 'patient@aurora', freshAddress())).waitSeconds;
  for (let failure = 1; failure <= 5; failure += 1) expect(await attempt()).toBe(0);
  expect(await attempt()).toBe(2);

  advanceTime(23 * HOUR_MS);
  expect([await attempt(), await attempt()]).toEqual([0, 4]);

  advanceTime(24 * HOUR_MS + 1_000);
  const passed = [];
  for (let failure = 1; failure <= 6; failure += 1) passed.push(await attempt());
  expect(passed).toEqual([0, 0, 0, 0, 0, 2]);
});

test('has fifty attempts for an address before it delays it', async () => {
  const address = freshAddress();
  const waits = [];
  for (let count = 0; count < 51; count += 1) {
    waits.push((await startSignInAttempt(table, `name-${count}@aurora`, address)).waitSeconds);
  }

  expect(waits.slice(0, 50).filter((seconds) => seconds > 0)).toEqual([]);
  expect(waits.at(-1)).toBe(2);
});

test('bears fifty failures an hour at an address, hour after hour', async () => {
  const address = freshAddress();
  const waits = [];
  for (let count = 0; count < 120; count += 1) {
    const username = `typist-${count}@aurora`;
    waits.push((await startSignInAttempt(table, username, address)).waitSeconds);
    // On average every 72 seconds, as people mistype: now and then two at once.
    advanceTime(count % 2 === 0 ? 0 : 144_000);
  }

  expect(waits.filter((seconds) => seconds > 0)).toEqual([]);
});

test('forgets one failure at an address in seventy-two seconds', async () => {
  const address = freshAddress();
  let names = 0;
  const attempt = async () =>
    (await startSignInAttempt(table, `guess-${(names += 1)}@aurora`, address)).waitSeconds;
  for (let count = 0; count < 50; count += 1) await attempt();

  advanceTime(10 * 72_000 - 2_000);
  const before = [];
  for (let count = 0; count < 10; count += 1) before.push(await attempt());
  advanceTime(2_000);
  const after = [await attempt(), await attempt()];

  expect(before).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
  expect(after).toEqual([0, 2]);
});

test('counts on from what an earlier version has stored of an address', async () => {
  const address = freshAddress();
  const now = Math.floor(Date.now() / 1000);
  const key = identityKeys.attempts('address', address);
  const stored = { ...key, failures: 50, open_at: now - 1, ttl: now + 3_600 };
  await table.documents.send(new PutCommand({ TableName: table.name, Item: stored }));

  const first = await startSignInAttempt(table, 'upgraded@aurora', address);
  const second = await startSignInAttempt(table, 'upgraded@aurora', address);

  expect(first.waitSeconds).toBe(0);
  expect(second.waitSeconds).toBeGreaterThan(0);
});
