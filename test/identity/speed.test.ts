import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { generateKeyPair, SignJWT } from 'jose';
import { startGateway, type Gateway } from '../support/api-gateway.ts';
import { AUDIENCE, populate, startIdentity, type Identity } from '../support/identity.ts';

const ROUNDS = 300;

let identity: Identity;
let bare: Gateway;
let fields: Record<string, string>;

beforeAll(async () => {
  identity = await startIdentity();
  const client_secret = await populate(identity.administration);
  fields = { grant_type: 'client_credentials', client_id: 'worker', client_secret };
  bare = await startGateway();
  const { privateKey } = await generateKeyPair('ES256');
  bare.serve(async () => {
    const token = new SignJWT({ tenant_id: 'aurora', scope: 'internal.worker' })
      .setProtectedHeader({ alg: 'ES256', kid: 'key' })
      .setAudience(AUDIENCE)
      .setExpirationTime('5m');
    return {
      statusCode: 200,
      body: JSON.stringify({ access_token: await token.sign(privateKey) }),
    };
  });
});
afterAll(() => Promise.all([identity.stop(), bare.stop()]));

async function timed(url: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  await answer.text();
  expect(answer.status).toBe(200);
  return performance.now() - start;
}

function median(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

test('a token costs at most three times what signing it behind a bare endpoint costs', async () => {
  const times = { token: [] as number[], bare: [] as number[] };
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const [token, signed] = [await timed(`${identity.issuer}/token`), await timed(bare.origin)];
    // The first half is for warming up.
    if (round < ROUNDS) continue;
    times.token.push(token);
    times.bare.push(signed);
  }

  expect(median(times.token)).toBeLessThan(3 * median(times.bare));
}, 60_000);
