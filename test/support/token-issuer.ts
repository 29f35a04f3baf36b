import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { startEndpoint } from '../../lib/local/endpoint.ts';

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

/** A new ES256 key as an issuer keeps it. */
export async function signingKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } };
}

/** An issuer of tokens: it serves the keys it holds at the moment, and can fall silent. */
export async function startIssuer(...keys: SigningKey[]) {
  const state = { keys, silent: false, requests: 0 };
  const { endpoint: issuer, stop } = await startEndpoint((_request, response) => {
    state.requests += 1;
    response.statusCode = state.silent ? 503 : 200;
    response.end(JSON.stringify({ keys: state.keys.map(({ publicJwk }) => publicJwk) }));
  });
  return { issuer, jwksUri: `${issuer}/jwks`, state, stop };
}

/** Signs claims as they are: nothing is filled in, so a test can leave anything out. */
export function sign(
  key: SigningKey,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header })
    .sign(key.privateKey);
}
