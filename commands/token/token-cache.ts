// Caches an access token, for programs that run longer than a token lives.
import { fetchAccessToken } from './access-token.ts';
import type { SignInOptions } from './access-token.ts';

/** Tokens live for five minutes. */
const CACHE_MS = 4 * 60_000;

/** Returns the cached token; signs in again when it is old or `isRefused`. */
export function cacheToken(signIn: SignInOptions): (isRefused?: boolean) => Promise<string> {
  let stored: { readonly token: Promise<string>; readonly until: number } | undefined;
  return (isRefused = false) => {
    if (isRefused || !stored || performance.now() > stored.until) {
      stored = { token: fetchAccessToken(signIn), until: performance.now() + CACHE_MS };
    }
    return stored.token;
  };
}
