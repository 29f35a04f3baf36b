// What an access token to the APIs may hold.
import { errors } from 'oidc-provider';
import type { KoaContextWithOIDC, Client } from 'oidc-provider';
import { isMachineScope, isPermission, MACHINE_SCOPES, PERMISSIONS } from './permissions.ts';

/** Every scope of the APIs: as much as a grant can hold. */
export const API_SCOPES = [...PERMISSIONS, ...MACHINE_SCOPES].join(' ');

/**
 * What this client may have for this operator at this moment. The provider checks resource scopes
 * against nothing else, so a service that asks for a permission must be stopped here.
 */
export function grantApiScope(context: KoaContextWithOIDC, client: Client): string {
  const mayAsk = toTexts(client.api_scopes);
  if (context.oidc.params?.grant_type === 'client_credentials') {
    const allowed = mayAsk.filter(isMachineScope);
    const requested = [...context.oidc.requestParamScopes];
    if (requested.some((scope) => !toTexts(allowed).includes(scope))) {
      throw new errors.InvalidScope('requested scope is not allowed', requested.join(' '));
    }
    return allowed.join(' ');
  }
  const allowed = mayAsk.filter(isPermission);
  const operator = context.oidc.entities.Account;
  if (operator !== undefined) {
    const held = toTexts(operator.permissions);
    return allowed.filter((permission) => held.includes(permission)).join(' ');
  }
  // At the authorization endpoint nobody may have signed in yet, and no token leaves there.
  return context.oidc.route === 'token' ? '' : allowed.join(' ');
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
