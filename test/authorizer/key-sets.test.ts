import { afterEach, expect, test } from '@jest/globals';
import { buildTokenVerifier } from '../../functions/authorizer/access-token.ts';
import { readIssuers } from '../../functions/authorizer/issuers.ts';
import { KeySets } from '../../functions/authorizer/key-sets.ts';
import { startEndpoint } from '../../local/http/endpoint.ts';
import { signToken, createSigningKey, startIssuer } from '../support/stack/token-issuer.ts';
import type { TestSigningKey } from '../support/stack/token-issuer.ts';

const MINUTE_MS = 60_000;
const started: { stop: () => unknown }[] = [];
afterEach(() => started.splice(0).forEach(({ stop }) => stop()));

async function setUp(...keys: TestSigningKey[]) {
  const clock = { now: 0 };
  const issuer = await startIssuer(...keys);
  started.push(issuer);
  const list = [{ issuer: issuer.issuer, jwks_uri: issuer.jwksUri, audience: 'api' }];
  const verify = buildTokenVerifier(
    readIssuers(JSON.stringify(list)),
    async () => false,
    new KeySets(() => clock.now),
  );
  const call = async (key: TestSigningKey) =>
    verify(
      await signToken(key, {
        iss: issuer.issuer,
        aud: 'api',
        sub: 'op_1',
        tenant_id: 'acme-bank',
        exp: Math.floor(Date.now() / 1000) + 300,
      }),
    );
  return { clock, issuer, call };
}

test('reads the keys once, not for every token', async () => {
  const key = await createSigningKey('a');
  const { issuer, call } = await setUp(key);

  await Promise.all([call(key), call(key), call(key)]);
  await call(key);

  expect(issuer.state.requests).toBe(1);
});

test.each([
  [1, 'is asked again'],
  [2, 'is asked a third time'],
  [3, 'is unavailable'],
])('an issuer that has never answered, and loses %i requests, %s', async (lost) => {
  const key = await createSigningKey('a');
  let requests = 0;
  const endpoint = await startEndpoint((_request, response) => {
    requests += 1;
    if (requests <= lost) response.destroy();
    else response.end(JSON.stringify({ keys: [key.publicJwk] }));
  });
  started.push(endpoint);

  const reading = new KeySets().getJwks(`${endpoint.endpoint}/jwks`);

  if (lost < 3) await expect(reading).resolves.toMatchObject({ keys: [{ kid: 'a' }] });
  else await expect(reading).rejects.toThrow('cannot be read');
  expect(requests).toBe(Math.min(lost + 1, 3));
});

test('refuses a withdrawn key after the refresh', async () => {
  const [old, next] = [await createSigningKey('old'), await createSigningKey('next')];
  const { clock, issuer, call } = await setUp(old, next);
  await call(old);

  issuer.state.keys = [next];
  clock.now += 5 * MINUTE_MS - 1;
  await call(old);
  expect(issuer.state.requests).toBe(1);
  clock.now += 1;

  await expect(call(old)).rejects.toThrow(/not found/);
  await expect(call(next)).resolves.toMatchObject({ tenant_id: 'acme-bank' });
});

test('knows a published key before it signs, even while the issuer is down', async () => {
  const [old, next] = [await createSigningKey('old'), await createSigningKey('next')];
  const { clock, issuer, call } = await setUp(old);
  await call(old);
  issuer.state.keys = [old, next];
  clock.now += 5 * MINUTE_MS;
  await call(old);

  issuer.state.silent = true;
  clock.now += 5 * MINUTE_MS;

  await expect(call(next)).resolves.toMatchObject({ sub: 'op_1' });
  await expect(call(old)).resolves.toMatchObject({ sub: 'op_1' });
});

test('asks an unavailable issuer again after thirty seconds, not with every token', async () => {
  const key = await createSigningKey('a');
  const { clock, issuer, call } = await setUp(key);
  await call(key);

  issuer.state.silent = true;
  clock.now += 5 * MINUTE_MS;
  await call(key);
  await call(key);
  expect(issuer.state.requests).toBe(2);

  clock.now += MINUTE_MS / 2;
  await call(key);
  expect(issuer.state.requests).toBe(3);
});

test('follows no redirect to the keys of another address', async () => {
  const issuer = await startIssuer(await createSigningKey('a'));
  const moved = await startEndpoint((_request, response) => {
    response.writeHead(302, { Location: issuer.jwksUri }).end();
  });
  started.push(issuer, moved);

  await expect(new KeySets().getJwks(issuer.jwksUri)).resolves.toBeDefined();
  await expect(new KeySets().getJwks(moved.endpoint)).rejects.toThrow('cannot be read');
  expect(issuer.state.requests).toBe(1);
});
