// The endpoints of an OpenID issuer, and the answers of its token endpoint.

/** As long as an attempt at the API may take. */
const TIMEOUT_MS = 30_000;

/** The end of a token whose issuer names none (RFC 6749, section 5.1): it serves until it is refused. JSON keeps it. */
const UNKNOWN_END_MS = Number.MAX_SAFE_INTEGER;

/** What the token endpoint grants. */
export interface TokenSet {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
  /** Only of a sign-in, for the next token of the same session. That of the bundled issuer is good for one use. */
  readonly refreshToken?: string;
}

/** The issuer did not grant a token; `code` is that of OAuth 2, such as `invalid_grant`. */
export class TokenError extends Error {
  readonly code: string;

  constructor(code: string, description: string | undefined) {
    super(description === undefined ? `No token: ${code}.` : `No token: ${code}, ${description}.`);
    this.name = 'TokenError';
    this.code = code;
  }
}

interface TokenAnswer {
  readonly access_token?: string;
  readonly expires_in?: number;
  readonly refresh_token?: string;
  readonly id_token?: string;
  readonly error?: string;
  readonly error_description?: string;
}

export interface IssuerEndpoints {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly revocation_endpoint?: string;
}

/** Reads where the issuer signs in and grants tokens, by OpenID Connect Discovery. */
export async function discoverEndpoints(
  issuer: string,
  send: typeof fetch = fetch,
): Promise<IssuerEndpoints> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await send(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`There is no OpenID issuer at ${issuer}: ${answer.status}.`);
  return (await answer.json()) as IssuerEndpoints;
}

/** Asks the token endpoint for a token. With a nonce the id token beside it must have that one. */
export async function requestTokens(
  endpoint: string,
  grant: Readonly<Record<string, string>>,
  send: typeof fetch = fetch,
  nonce?: string,
): Promise<TokenSet> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await send(endpoint, { method: 'POST', body: new URLSearchParams(grant), signal });
  const tokens = (await answer.json().catch(() => {
    signal.throwIfAborted();
    return {};
  })) as TokenAnswer;
  const { access_token, expires_in, refresh_token, error, error_description } = tokens;
  if (access_token === undefined) {
    throw new TokenError(error ?? `status ${answer.status}`, error_description);
  }
  if (nonce !== undefined && readNonce(tokens) !== nonce) {
    throw new TokenError('wrong_nonce', 'the id token is of another sign-in');
  }
  return {
    accessToken: access_token,
    expiresAtMs: expires_in === undefined ? UNKNOWN_END_MS : Date.now() + expires_in * 1_000,
    ...(refresh_token !== undefined && { refreshToken: refresh_token }),
  };
}

// The issuer itself has sent the id token, so its signature proves nothing more (OpenID Connect Core, 3.1.3.7).
function readNonce({ id_token = '' }: TokenAnswer): unknown {
  const [, claims = ''] = id_token.split('.');
  const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
  return (JSON.parse(text || '{}') as { readonly nonce?: unknown }).nonce;
}
