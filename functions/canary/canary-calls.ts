// The requests that the canary sends, as any service of an institution would.
import { randomUUID, sign } from 'node:crypto';
import type { CanaryCredentials } from './canary-credentials.ts';

export interface CanaryAddresses {
  /** `base_url` of the ledger, without a slash at the end. */
  readonly ledger: string;
  /** The issuer of the identity service. */
  readonly issuer: string;
}

/** Longer than API Gateway waits for a function. */
const ANSWER_MS = 30_000;

const ASSERTION_SECONDS = 60;

const SCOPE = 'finance.read finance.write';

/** How much of an answer the reason of a failure quotes. */
const QUOTED_MAX = 300;

/** Gets an access token by `private_key_jwt`. */
export async function requestToken(
  { issuer }: CanaryAddresses,
  credentials: CanaryCredentials,
): Promise<string> {
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: SCOPE,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: signAssertion(issuer, credentials),
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  // The answer has the token, which must not get into a log.
  if (!answer.ok) throw new Error(`POST /token answered ${answer.status}`);
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error('POST /token answered no token');
  return token;
}

function signAssertion(issuer: string, { clientId, kid, privateKey }: CanaryCredentials): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: clientId, sub: clientId, aud: issuer, jti: randomUUID(), iat };
  const signed = [
    { alg: 'ES256', typ: 'JWT', kid },
    { ...claims, exp: iat + ASSERTION_SECONDS },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

export interface CanaryCalls {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, key: string, body: object): Promise<Body>;
}

/** Calls the ledger with the token. Every answer other than 200 or 201 is an error. */
export function buildCalls({ ledger }: CanaryAddresses, token: string): CanaryCalls {
  const call = async <Body>(method: string, path: string, more: RequestInit): Promise<Body> => {
    const answer = await fetch(`${ledger}${path}`, {
      ...more,
      method,
      headers: { ...more.headers, authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text) as Body;
    throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, QUOTED_MAX)}`);
  };
  return {
    get: (path) => call('GET', path, {}),
    post: (path, key, body) =>
      call('POST', path, {
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      }),
  };
}
