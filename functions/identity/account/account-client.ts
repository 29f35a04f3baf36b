// The account pages sign operators in as any application does, through the authorization endpoint, and use
// only the session: they never exchange the code.
import { createHash, randomBytes } from 'node:crypto';
import type { ClientMetadata } from 'oidc-provider';

/** An administrator cannot register a client id in capitals. */
const ACCOUNT_CLIENT_ID = 'ACCOUNT';

export function buildAccountClient(issuer: string): ClientMetadata {
  return {
    client_id: ACCOUNT_CLIENT_ID,
    client_name: 'Your account',
    redirect_uris: [`${issuer}/account`],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'none',
    api_scopes: [],
  };
}

export interface SignInRequest {
  /** What the account page gets back with the answer. */
  readonly state?: string;
  /** Whether the operator signs in although the browser has a session. */
  readonly isRepeated?: boolean;
}

/** Builds the address at which the operator signs in for the account pages. */
export function buildSignInAddress(
  issuer: string,
  { state, isRepeated = false }: SignInRequest = {},
): string {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: ACCOUNT_CLIENT_ID,
    redirect_uri: `${issuer}/account`,
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(state !== undefined && { state }),
    ...(isRepeated && { prompt: 'login' }),
  });
  return `${issuer}/auth?${query.toString()}`;
}
