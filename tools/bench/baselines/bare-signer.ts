// The baseline of the token endpoint: a function that signs a token of the same claims for any
// caller.
import { randomUUID } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';

const TOKEN_SECONDS = 300;

const { privateKey } = await generateKeyPair('ES256');
const kid = randomUUID();

export async function handler() {
  const claims = { client_id: 'worker', tenant_id: 'aurora', scope: 'internal.worker' };
  const access_token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .setJti(randomUUID())
    .setSubject('worker')
    .setIssuer('http://localhost')
    .setAudience('urn:countinghouse:api')
    .setIssuedAt()
    .setExpirationTime(`${TOKEN_SECONDS}s`)
    .sign(privateKey);
  const answer = { access_token, expires_in: TOKEN_SECONDS, token_type: 'Bearer' };
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(answer),
  };
}
