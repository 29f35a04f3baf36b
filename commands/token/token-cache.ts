// Caches an access token, for programs that run longer than a token lives.
import { fetchAccessToken } from './access-token.ts';
import type { SignInOptions } from './access-token.ts';

/** Tokens live for five minutes. */
const CACHE_MS = 4 * 60_000;

/** Returns the cached token; signs in again when it is old or `isRefused`, or the last sign-in failed. */
export function cacheToken(signIn: SignInOptions): (isRefused?: boolean) => Promise<string> {
  let stored: { readonly token: Promise<string>; readonly until: number } | undefined;
  return (isRefused = false) => {
    if (isRefused || !stored || performance.now() > stored.until) {
      const token = fetchAccessToken(signIn);
      stored = { token, until: performance.now() + CACHE_MS };
      token.catch(() => {
        if (stored?.token === token) stored = undefined;
      });
    }
    return stored.token;
  };
}
