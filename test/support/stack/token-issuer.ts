import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { startEndpoint } from '../../../local/http/endpoint.ts';

export interface TestSigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** Creates an ES256 key in the form in which an issuer stores it. */
export async function createSigningKey(kid: string): Promise<TestSigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } };
}

/** Starts a token issuer that serves its current keys and can become unavailable. */
export async function startIssuer(...keys: TestSigningKey[]) {
  const state = { keys, silent: false, requests: 0 };
  const { endpoint: issuer, stop } = await startEndpoint((_request, response) => {
    state.requests += 1;
    response.statusCode = state.silent ? 503 : 200;
    response.end(JSON.stringify({ keys: state.keys.map(({ publicJwk }) => publicJwk) }));
  });
  return { issuer, jwksUri: `${issuer}/jwks`, state, stop };
}

/** Signs the claims without adding defaults, so that a test can omit any. */
export function signToken(
  key: TestSigningKey,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header })
    .sign(key.privateKey);
}

const KID = 'test';
const VARIABLE = 'TEST_ISSUER';

/**
 * Starts the issuer of a whole run, for all stacks that only need valid tokens. Returns a function
 * that stops it.
 */
export async function startRunIssuer(): Promise<() => void> {
  const key = await createSigningKey(KID);
  const { issuer, stop } = await startIssuer(key);
  process.env[VARIABLE] = JSON.stringify({
    issuer,
    publicJwk: key.publicJwk,
    privateJwk: await exportJWK(key.privateKey),
  });
  return stop;
}

/** The issuer of this run, and its key. */
export async function readRunIssuer(): Promise<{ issuer: string; key: TestSigningKey }> {
  const { issuer, publicJwk, privateJwk } = JSON.parse(process.env[VARIABLE] ?? '') as {
    issuer: string;
    publicJwk: JWK;
    privateJwk: JWK;
  };
  const privateKey = (await importJWK(privateJwk, 'ES256')) as CryptoKey;
  return { issuer, key: { kid: KID, privateKey, publicJwk } };
}
