// Lets the readers of /docs sign in at this machine's identity service.
import type { Administration } from '../../../functions/identity/administration/identity-change.ts';
import { registerOperatorInterface } from '../../../functions/identity/administration/clients.ts';
import { PERMISSIONS } from '../../../functions/identity/permissions.ts';
import { REFERENCE_CLIENT_ID } from '../../../lib/constructs/reference/reference-client.ts';

/** Registers the client, or updates its URIs: the ports of the APIs may differ from the last start. */
export function registerReferenceClient(
  administration: Administration,
  apis: readonly string[],
): Promise<void> {
  return registerOperatorInterface(administration, {
    clientId: REFERENCE_CLIENT_ID,
    name: 'API reference',
    scopes: PERMISSIONS,
    redirectUris: apis.map((url) => `${url}/docs/oauth2-redirect.html`),
    postLogoutRedirectUris: [],
  });
}
