// Signs an operator in as a browser application would, and returns the access token.
import { createHash, randomBytes } from 'node:crypto';
import { PERMISSIONS } from '../../functions/identity/permissions.ts';
import { FormBrowser } from './form-browser.ts';

export interface SignInOptions {
  readonly authUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly username: string;
  readonly password: string;
}

/** The authorization code flow with PKCE (RFC 7636), through the sign-in page. */
export async function fetchAccessToken(signIn: SignInOptions): Promise<string> {
  const verifier = generateRandom();
  const code = await fetchAuthorizationCode(signIn, verifier);
  const answer = await fetch(`${signIn.authUrl}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: signIn.clientId,
      redirect_uri: signIn.redirectUri,
      code,
      code_verifier: verifier,
    }),
  });
  const tokens = (await answer.json()) as { access_token?: string; error?: string };
  if (tokens.access_token === undefined) throw new Error(`No token: ${tokens.error}`);
  return tokens.access_token;
}

async function fetchAuthorizationCode(signIn: SignInOptions, verifier: string): Promise<string> {
  const { authUrl, clientId, redirectUri, username, password } = signIn;
  const state = generateRandom();
  const url = new URL(`${authUrl}/auth`);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: ['openid', ...PERMISSIONS].join(' '),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    nonce: generateRandom(),
  }).toString();

  const browser = new FormBrowser(url.origin);
  const { url: last, html } = await browser.submit(await browser.open(url), { username, password });
  if (html !== '') throw new Error(readErrorMessage(html));
  if (last.searchParams.get('state') !== state) throw new Error('The answer has another state.');
  const code = last.searchParams.get('code');
  if (code === null) throw new Error(`No code: ${last.searchParams.get('error')}`);
  return code;
}

function readErrorMessage(html: string): string {
  if (html.includes('autocomplete="one-time-code"')) {
    return 'This operator needs a second factor, and this command signs in by password alone.';
  }
  return /role="alert"[^>]*>([^<]*)</.exec(html)?.[1] ?? 'The sign-in failed.';
}

function generateRandom(): string {
  return randomBytes(32).toString('base64url');
}
