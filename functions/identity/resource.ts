// The scopes of an access token for the APIs.
import { errors } from 'oidc-provider';
import type { KoaContextWithOIDC, Client } from 'oidc-provider';
import { isPermission, isServiceScope, MACHINE_SCOPES, PERMISSIONS } from './permissions.ts';

/** Every scope of the APIs: the most that a grant can hold. */
export const API_SCOPES = [...PERMISSIONS, ...MACHINE_SCOPES].join(' ');

/**
 * Returns the scopes that this client may have for this operator at this moment. The provider does not
 * check resource scopes itself, so a service that requests a permission must be refused here.
 */
export function grantApiScope(context: KoaContextWithOIDC, client: Client): string {
  const mayAsk = toTexts(client.api_scopes);
  if (context.oidc.params?.grant_type === 'client_credentials') {
    const allowed = mayAsk.filter(isServiceScope);
    const requested = [...context.oidc.requestParamScopes];
    if (requested.some((scope) => !toTexts(allowed).includes(scope))) {
      throw new errors.InvalidScope('requested scope is not allowed', requested.join(' '));
    }
    // The provider grants what is requested: by default all that the service holds (RFC 6749, section 3.3).
    if (requested.length === 0) context.oidc.params.scope = allowed.join(' ');
    return allowed.join(' ');
  }
  const allowed = mayAsk.filter(isPermission);
  const operator = context.oidc.entities.Account;
  if (operator !== undefined) {
    const held = toTexts(operator.permissions);
    return allowed.filter((permission) => held.includes(permission)).join(' ');
  }
  // At the authorization endpoint the operator may not have signed in yet, and no token is issued there.
  return context.oidc.route === 'token' ? '' : allowed.join(' ');
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
