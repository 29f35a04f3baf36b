// Signs an operator in as a browser application would, and returns the access token.
import { createHash, randomBytes } from 'node:crypto';
import { requestTokens } from '../../client/tokens/token-endpoint.ts';
import type { TokenSet } from '../../client/tokens/token-endpoint.ts';
import { PERMISSIONS } from '../../functions/identity/permissions.ts';
import { FormBrowser } from './form-browser.ts';
import type { BrowserPage } from './form-browser.ts';

export interface SignInOptions {
  readonly authUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly username: string;
  readonly password: string;
  /** Reads a code of the authenticator app, if the sign-in asks for one. */
  readonly readCode?: () => Promise<string>;
}

/** Signs in and returns the access token. */
export async function fetchAccessToken(signIn: SignInOptions): Promise<string> {
  return (await fetchTokens(signIn)).accessToken;
}

/** The authorization code flow with PKCE (RFC 7636), through the sign-in page. */
export async function fetchTokens(signIn: SignInOptions): Promise<TokenSet> {
  const verifier = generateRandom();
  const nonce = generateRandom();
  const grant = {
    grant_type: 'authorization_code',
    client_id: signIn.clientId,
    redirect_uri: signIn.redirectUri,
    code: await fetchAuthorizationCode(signIn, verifier, nonce),
    code_verifier: verifier,
  };
  return requestTokens(`${signIn.authUrl}/token`, grant, fetch, nonce);
}

async function fetchAuthorizationCode(
  signIn: SignInOptions,
  verifier: string,
  nonce: string,
): Promise<string> {
  const { authUrl, clientId, redirectUri } = signIn;
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
    nonce,
  }).toString();

  const { url: last, html } = await passSignIn(signIn, url);
  if (html !== '') throw new Error(readErrorMessage(html));
  if (last.searchParams.get('state') !== state) throw new Error('The answer has another state.');
  const code = last.searchParams.get('code');
  if (code === null) throw new Error(`No code: ${last.searchParams.get('error')}`);
  return code;
}

// The password, and a code where the operator has an authenticator app.
async function passSignIn(
  { username, password, readCode }: SignInOptions,
  url: URL,
): Promise<BrowserPage> {
  const browser = new FormBrowser(url.origin);
  const form = await browser.open(url);
  if (form.status >= 500) throw new Error(describeFault(form));
  const page = await browser.submit(form, { username, password });
  if (page.status >= 500) throw new Error(describeFault(page));
  if (page.html.includes('id="secret"')) {
    throw new Error(
      'This operator must set up a second factor first: sign in with a browser once.',
    );
  }
  if (page.html.includes('name="code"') && readCode !== undefined) {
    return browser.submit(page, { code: await readCode() });
  }
  return page;
}

function describeFault({ status, url }: BrowserPage): string {
  return `${url.origin} answers ${status}: no one can sign in at the moment. Try again later.`;
}

function readErrorMessage(html: string): string {
  if (html.includes('name="code"') && !html.includes('role="alert" id=')) {
    return 'This operator needs a second factor, and this command signs in by password alone.';
  }
  if (html.includes('data-ceremony="use"') && !html.includes('name="code"')) {
    return 'This operator signs in by passkey, which needs a browser; an authenticator app works here too.';
  }
  return /role="alert"[^>]*>([^<]+)</.exec(html)?.[1] ?? 'The sign-in failed.';
}

function generateRandom(): string {
  return randomBytes(32).toString('base64url');
}
