// Signs in as an institution's application does, with openid-client for the protocol and a form browser for the
// operator.
import * as oidc from 'openid-client';
import { FormBrowser } from '../../../commands/token/form-browser.ts';
import type { BrowserPage } from '../../../commands/token/form-browser.ts';
import { MAKER, PASSWORD, REDIRECT_URI } from './identity.ts';

const insecure = { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] };

export function discover(issuer: string, clientId: string, secret?: string | oidc.ClientAuth) {
  const auth = typeof secret === 'string' ? oidc.ClientSecretPost(secret) : (secret ?? oidc.None());
  return oidc.discovery(new URL(issuer), clientId, undefined, auth, insecure);
}

/** Discovers as a script of that origin does: an answer that does not allow the origin is a failure. */
export function discoverFrom(origin: string, issuer: string, clientId: string) {
  const customFetch: oidc.CustomFetch = async (url, { headers, ...options }) => {
    const answer = await fetch(url, { ...options, headers: { ...headers, origin } } as RequestInit);
    if (answer.headers.get('access-control-allow-origin') === origin) return answer;
    throw new TypeError('Failed to fetch');
  };
  const options = { ...insecure, [oidc.customFetch]: customFetch };
  return oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), options);
}

export interface TestSignIn {
  readonly scope?: string;
  readonly username?: string;
  readonly password?: string;
  readonly browser?: FormBrowser;
  readonly redirectUri?: string;
  readonly prompt?: 'none' | 'login';
}

/** Opens the authorization endpoint, and signs in if it shows a form. */
export async function authorize(config: oidc.Configuration, options: TestSignIn = {}) {
  const { scope = 'openid finance.read finance.write', redirectUri = REDIRECT_URI } = options;
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const nonce = oidc.randomNonce();
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(options.prompt && { prompt: options.prompt }),
  });
  const browser = options.browser ?? new FormBrowser(url.origin);
  const page = await browser.open(url);
  const last = page.html === '' ? page : await submitSignIn(browser, page, options);
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
  return { callback: last.url, page: last, checks, browser };
}

function submitSignIn(
  browser: FormBrowser,
  page: BrowserPage,
  options: TestSignIn,
): Promise<BrowserPage> {
  const { username = MAKER, password = PASSWORD } = options;
  return browser.submit(page, { username, password });
}

/** Signs in and exchanges the code. */
export async function signIn(config: oidc.Configuration, options: TestSignIn = {}) {
  const { callback, checks, browser } = await authorize(config, options);
  const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
  return { tokens, browser, refreshToken: tokens.refresh_token ?? '' };
}
