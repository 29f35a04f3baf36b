// An access token for as long as one may be used, for programs that go on for longer than it lives.
import { fetchAccessToken } from './access-token.ts';
import type { SignInOptions } from './access-token.ts';

/** Tokens live for five minutes. */
const CACHE_MS = 4 * 60_000;

/** Gives the token of the last sign-in, and signs in anew when that grows old or `isRefused`. */
export function cacheToken(signIn: SignInOptions): (isRefused?: boolean) => Promise<string> {
  let stored: { readonly token: Promise<string>; readonly until: number } | undefined;
  return (isRefused = false) => {
    if (isRefused || !stored || performance.now() > stored.until) {
      stored = { token: fetchAccessToken(signIn), until: performance.now() + CACHE_MS };
    }
    return stored.token;
  };
}
