// Tokens of a service, by the client credentials of OAuth 2.
import { discoverEndpoints, requestTokens } from './token-endpoint.ts';
import { tokenSource } from './token-source.ts';
import type { TokenSource } from './token-source.ts';

export interface ServiceCredentials {
  /** `auth_url`, or another OpenID issuer that the stage accepts. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the tokens permit; without it, as a rule all that the issuer has granted to the service. */
  readonly scopes?: readonly string[];
  readonly fetch?: typeof fetch;
}

/** Returns the `token` of a client for a service. */
export function serviceToken(credentials: ServiceCredentials): TokenSource {
  const { issuer, clientId, clientSecret, scopes = [], fetch: send } = credentials;
  return tokenSource(async () => {
    const { token_endpoint } = await discoverEndpoints(issuer, send);
    const grant = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    };
    return requestTokens(token_endpoint, grant, send);
  });
}
