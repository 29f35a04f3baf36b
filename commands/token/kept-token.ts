// An access token for as long as one may be used, for programs that go on for longer than it lives.
import { accessToken } from './access-token.ts';
import type { SignIn } from './access-token.ts';

/** Tokens live for five minutes. */
const KEPT_MS = 4 * 60_000;

/** Gives the token of the last sign-in, and signs in anew when that grows old or `isRefused`. */
export function keptToken(signIn: SignIn): (isRefused?: boolean) => Promise<string> {
  let kept: { readonly token: Promise<string>; readonly until: number } | undefined;
  return (isRefused = false) => {
    if (isRefused || !kept || performance.now() > kept.until) {
      kept = { token: accessToken(signIn), until: performance.now() + KEPT_MS };
    }
    return kept.token;
  };
}
