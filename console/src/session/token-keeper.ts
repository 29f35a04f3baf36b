// Signs in at the identity service and keeps the tokens. It runs in a worker, so that script in the page never
// sees the refresh token: all that leaves here is an access token of five minutes.
import { OidcClient } from 'oidc-client-ts';
import type { RefreshState, SigninResponse, StateStore } from 'oidc-client-ts';
import { OPERATOR_PERMISSIONS, readPermissions } from './permissions.ts';
import type { OperatorPermission } from './permissions.ts';

export interface IssuerSettings {
  readonly authority: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly postLogoutRedirectUri: string;
}

export interface SignInStart {
  /** `none`: without a form, if the browser is signed in at the identity service. */
  readonly prompt?: 'none' | 'login';
  /** Comes back in the address of the callback, so that it knows a window from the page itself. */
  readonly isInWindow?: boolean;
}

export interface StartedSignIn {
  readonly url: string;
  /** State and verifier, for the page to keep until it returns. */
  readonly stored: string;
}

/** Who is signed in, as the tokens say. */
export interface ConsoleOperator {
  readonly id: string;
  readonly username: string;
  readonly permissions: readonly OperatorPermission[];
  /** When the operator proved who it is, in seconds since 1970; absent where the issuer does not say. */
  readonly authenticatedAt?: number;
}

export interface AccessToken {
  readonly token: string;
  readonly operator: ConsoleOperator;
}

/** A new token is taken this long before the old one ends. */
const RENEW_BEFORE_SECONDS = 45;

const SCOPE = ['openid', 'profile', ...OPERATOR_PERMISSIONS].join(' ');

/** The sign-in has ended, or its state is unknown: another one is needed. */
export class SignInRequiredError extends Error {
  constructor(cause?: unknown) {
    super('The sign-in has ended.', { cause });
    this.name = 'SignInRequiredError';
  }
}

export class TokenKeeper {
  readonly #client: OidcClient;
  readonly #states = new Map<string, string>();
  #tokens: SigninResponse | undefined;
  /** Those that are being renewed. To revoke them also ends what the renewal brings: it has the same grant. */
  #replaced: SigninResponse | undefined;
  #renewal: Promise<AccessToken> | undefined;
  /** Counts what replaces or ends the tokens: a renewal that returns later must not bring them back. */
  #changes = 0;

  constructor({ authority, clientId, redirectUri, postLogoutRedirectUri }: IssuerSettings) {
    this.#client = new OidcClient({
      authority,
      client_id: clientId,
      redirect_uri: redirectUri,
      post_logout_redirect_uri: postLogoutRedirectUri,
      scope: SCOPE,
      filterProtocolClaims: ['nbf', 'jti', 'nonce', 'at_hash'],
      stateStore: buildStateStore(this.#states),
    });
  }

  async startSignIn({ prompt, isInWindow }: SignInStart): Promise<StartedSignIn> {
    const request = await this.#client.createSigninRequest({
      ...(prompt !== undefined && { prompt }),
      ...(isInWindow === true && { url_state: 'window' }),
    });
    return { url: request.url, stored: this.#states.get(request.state.id) ?? '' };
  }

  /** Exchanges the code in the address of the callback. `stored` comes from a page that has been left since. */
  async finishSignIn(url: string, stored?: string): Promise<ConsoleOperator> {
    if (stored !== undefined) {
      this.#states.set((JSON.parse(stored) as { readonly id: string }).id, stored);
    }
    const changes = this.#changes;
    const tokens = await this.#client.processSigninResponse(url);
    // The operator has signed out meanwhile, in this tab or in another one.
    if (changes !== this.#changes) throw new SignInRequiredError();
    this.#changes += 1;
    this.#tokens = tokens;
    return toOperator(tokens);
  }

  /** `refused` is the token that an API has just refused. */
  async getAccessToken(refused?: string): Promise<AccessToken> {
    if (this.#renewal !== undefined) return this.#renewal;
    const tokens = this.#tokens;
    if (tokens === undefined) throw new SignInRequiredError();
    // Without an end (RFC 6749, section 5.1) it serves until it is refused.
    const secondsLeft = tokens.expires_in ?? Infinity;
    if (tokens.access_token !== refused && secondsLeft > RENEW_BEFORE_SECONDS) {
      return { token: tokens.access_token, operator: toOperator(tokens) };
    }
    this.#renewal = this.#renew(tokens).finally(() => {
      this.#renewal = undefined;
      this.#replaced = undefined;
    });
    return this.#renewal;
  }

  /** Ends the tokens at the identity service and returns the address that ends its session. */
  async signOut(): Promise<string> {
    const tokens = this.#tokens ?? this.#replaced;
    this.forgetTokens();
    if (tokens?.refresh_token !== undefined) {
      // The session is ended in any case, which ends the tokens too.
      await this.#client.revokeToken(tokens.refresh_token, 'refresh_token').catch(() => undefined);
    }
    const { url } = await this.#client.createSignoutRequest({
      ...(tokens?.id_token !== undefined && { id_token_hint: tokens.id_token }),
    });
    return url;
  }

  forgetTokens(): void {
    this.#changes += 1;
    this.#tokens = undefined;
  }

  // One attempt only. After a lost answer the refresh token may be used up, and using it twice would end the
  // sign-in of all tabs.
  async #renew(tokens: SigninResponse): Promise<AccessToken> {
    const changes = this.#changes;
    this.#tokens = undefined;
    this.#replaced = tokens;
    const { refresh_token, id_token, session_state, scope, profile } = tokens;
    if (refresh_token === undefined) throw new SignInRequiredError();
    const state: RefreshState = {
      refresh_token,
      session_state,
      profile,
      ...(id_token !== undefined && { id_token }),
      ...(scope !== undefined && { scope }),
    };
    try {
      const renewed = await this.#client.useRefreshToken({ state });
      if (changes !== this.#changes) throw new SignInRequiredError();
      this.#tokens = renewed;
      return { token: renewed.access_token, operator: toOperator(renewed) };
    } catch (error) {
      throw new SignInRequiredError(error);
    }
  }
}

function toOperator({ profile, scope = '' }: SigninResponse): ConsoleOperator {
  const { sub, preferred_username, auth_time } = profile;
  return {
    id: sub,
    username: preferred_username ?? sub,
    permissions: readPermissions(scope),
    ...(typeof auth_time === 'number' && { authenticatedAt: auth_time }),
  };
}

function buildStateStore(states: Map<string, string>): StateStore {
  return {
    set: async (key, value) => void states.set(key, value),
    get: async (key) => states.get(key) ?? null,
    remove: async (key) => {
      const value = states.get(key) ?? null;
      states.delete(key);
      return value;
    },
    getAllKeys: async () => [...states.keys()],
  };
}
