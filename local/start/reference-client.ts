// Lets the readers of /docs sign in at this machine's identity service.
import type { Administration } from '../../functions/identity/administration/identity-change.ts';
import {
  changeRedirectUris,
  createOperatorInterface,
  listClients,
} from '../../functions/identity/administration/clients.ts';
import { PERMISSIONS } from '../../functions/identity/permissions.ts';
import { REFERENCE_CLIENT_ID } from '../../lib/constructs/reference/reference-client.ts';

/** Registers the client, or updates its URIs: the ports of the APIs may differ from the last start. */
export async function registerReferenceClient(
  administration: Administration,
  apis: readonly string[],
): Promise<void> {
  const redirectUris = apis.map((url) => `${url}/docs/oauth2-redirect.html`);
  const clients = await listClients(administration);
  const known = clients.find(({ clientId }) => clientId === REFERENCE_CLIENT_ID);
  if (known === undefined) {
    await createOperatorInterface(administration, {
      clientId: REFERENCE_CLIENT_ID,
      name: 'API reference',
      scopes: PERMISSIONS,
      redirectUris,
      postLogoutRedirectUris: [],
    });
  } else if (known.kind === 'service' || String(known.redirectUris) !== String(redirectUris)) {
    await changeRedirectUris(administration, REFERENCE_CLIENT_ID, redirectUris);
  }
}
