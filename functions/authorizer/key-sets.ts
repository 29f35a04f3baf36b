import type { DecomposedJwt } from 'aws-jwt-verify/jwt';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { Jwks, JwkWithKid } from 'aws-jwt-verify/jwk';

const REFRESH_AFTER_MS = 5 * 60_000;
const RETRY_AFTER_MS = 30_000;
const FETCH_TIMEOUT_MS = 3_000;
/** With that of the revocations, as long as a function has time: an identity service that starts may need more than one. */
const FIRST_FETCHES = 3;

/**
 * The published keys of the issuers. The library fetches a key set again only for an unknown key, and
 * would trust a withdrawn key for the life of the process. Here every set is fetched again after five
 * minutes. While an issuer is unreachable, its last good set is used; as long as there is none, a failed fetch is
 * repeated twice.
 */
export class KeySets extends SimpleJwksCache {
  readonly #due = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    super({ fetcher: { fetch: fetchKeySet } });
    this.#now = now;
  }

  override async getJwks(uri: string): Promise<Jwks> {
    const attempts = this.#due.has(uri) ? 1 : FIRST_FETCHES;
    const keys = await this.#fetch(uri, attempts).catch((cause: unknown) => {
      throw new Error(`Key set ${uri} cannot be read`, { cause });
    });
    this.#due.set(uri, this.#now() + REFRESH_AFTER_MS);
    return keys;
  }

  #fetch(uri: string, attempts: number): Promise<Jwks> {
    const keys = super.getJwks(uri);
    return attempts > 1 ? keys.catch(() => this.#fetch(uri, attempts - 1)) : keys;
  }

  override async getJwk(uri: string, token: DecomposedJwt): Promise<JwkWithKid> {
    const due = this.#due.get(uri);
    if (due !== undefined && due <= this.#now()) {
      this.#due.set(uri, this.#now() + RETRY_AFTER_MS);
      await this.getJwks(uri).catch(() => undefined);
    }
    return super.getJwk(uri, token);
  }
}

// The library's own fetcher requires https; issuers.ts decides which addresses may use http.
async function fetchKeySet(uri: string): Promise<ArrayBuffer> {
  const answer = await fetch(uri, {
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`Key set ${uri} answered ${answer.status}`);
  return answer.arrayBuffer();
}
