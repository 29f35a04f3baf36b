// Tokens for a client, renewed before they expire and after a refusal, in one request for all callers.
import type { TokenSet } from './token-endpoint.ts';

/** The `token` of a client. */
export type TokenSource = (isRefused?: boolean) => Promise<string>;

/** A token is renewed so long before its end that a request with it still arrives in time. */
const MARGIN_MS = 30_000;

/** Returns a token source that renews by `renew`; `first` serves until it is old. */
export function tokenSource(renew: () => Promise<TokenSet>, first?: TokenSet): TokenSource {
  let current = first;
  let renewal: Promise<TokenSet> | undefined;
  return async (isRefused = false) => {
    const isOld = current === undefined || Date.now() > current.expiresAtMs - MARGIN_MS;
    if (isRefused || isOld) {
      renewal ??= renew().finally(() => (renewal = undefined));
      current = await renewal;
    }
    return current?.accessToken ?? '';
  };
}
