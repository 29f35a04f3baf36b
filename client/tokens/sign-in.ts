// The sign-in of a person: authorization code with PKCE (RFC 7636), in a browser or in a program that
// opens one.
import { discoverEndpoints, requestTokens, TokenError } from './token-endpoint.ts';
import type { TokenSet } from './token-endpoint.ts';
import { tokenSource } from './token-source.ts';
import type { TokenSource } from './token-source.ts';

export interface SignInSettings {
  /** `auth_url`, or another OpenID issuer that the stage accepts. */
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The permissions to ask for; the token has those that the operator holds. */
  readonly scopes: readonly string[];
  readonly fetch?: typeof fetch;
}

/** A sign-in that has started. It is data, so that a page can keep it while the person is elsewhere. */
export interface SignInInProgress {
  /** Where the person signs in. */
  readonly url: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly tokenEndpoint: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Starts a sign-in: send the person to its `url`. */
export async function startSignIn(request: SignInSettings): Promise<SignInInProgress> {
  const { issuer, clientId, redirectUri, scopes, fetch: send } = request;
  const { authorization_endpoint, token_endpoint } = await discoverEndpoints(issuer, send);
  const verifier = generateRandom();
  const state = generateRandom();
  const nonce = generateRandom();
  const url = new URL(authorization_endpoint);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: ['openid', ...scopes].join(' '),
    code_challenge: await buildChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  }).toString();
  const tokenEndpoint = token_endpoint;
  return { url: url.href, clientId, redirectUri, tokenEndpoint, state, nonce, verifier };
}

/** Finishes a sign-in with the address to which the issuer sent the person back. */
export async function finishSignIn(
  started: SignInInProgress,
  answeredUrl: string | URL,
  send: typeof fetch = fetch,
): Promise<TokenSet> {
  const { searchParams: answer } = new URL(answeredUrl);
  if (answer.get('state') !== started.state) throw new Error('The answer is of another sign-in.');
  const code = answer.get('code');
  if (code === null) {
    const description = answer.get('error_description') ?? undefined;
    throw new TokenError(answer.get('error') ?? 'no_code', description);
  }
  const grant = {
    grant_type: 'authorization_code',
    client_id: started.clientId,
    redirect_uri: started.redirectUri,
    code,
    code_verifier: started.verifier,
  };
  return requestTokens(started.tokenEndpoint, grant, send, started.nonce);
}

/** The session of a sign-in, for the tokens after the first. */
export interface OperatorTokens {
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly tokens: TokenSet;
  /** Receives each renewed set, to store it: a refresh token may be good for one use. */
  readonly onRenewed?: (tokens: TokenSet) => void;
  readonly fetch?: typeof fetch;
}

/** Returns the `token` of a client for a person who has signed in. */
export function operatorToken(session: OperatorTokens): TokenSource {
  const { tokenEndpoint, clientId, onRenewed, fetch: send } = session;
  let { tokens } = session;
  return tokenSource(async () => {
    const { refreshToken: refresh_token } = tokens;
    if (refresh_token === undefined) {
      throw new TokenError('invalid_grant', 'the sign-in has ended');
    }
    const grant = { grant_type: 'refresh_token', client_id: clientId, refresh_token };
    // An issuer that does not rotate refresh tokens sends none (RFC 6749, section 6).
    tokens = { refreshToken: refresh_token, ...(await requestTokens(tokenEndpoint, grant, send)) };
    onRenewed?.(tokens);
    return tokens;
  }, tokens);
}

async function buildChallenge(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return encodeBase64Url(new Uint8Array(digest));
}

function generateRandom(): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function encodeBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
