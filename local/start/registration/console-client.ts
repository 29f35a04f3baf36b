// Lets operators sign in to the console at this machine's identity service.
import type { Administration } from '../../../functions/identity/administration/identity-change.ts';
import { registerOperatorInterface } from '../../../functions/identity/administration/clients.ts';
import { PERMISSIONS } from '../../../functions/identity/permissions.ts';
import { SYNTHESIZED_CONSOLE_ORIGIN } from '../../cloudformation/console-origin.ts';

export const CONSOLE_CLIENT_ID = 'console';

/** Where a sign-in of `npm run token` leads; the command reads the code, and nothing answers there. */
export const COMMAND_REDIRECT_URI = `${SYNTHESIZED_CONSOLE_ORIGIN}/callback`;

/** Registers the client, or updates its URIs: the port of the console may differ from the last start. */
export function registerConsoleClient(
  administration: Administration,
  origin: string,
): Promise<void> {
  return registerOperatorInterface(administration, {
    clientId: CONSOLE_CLIENT_ID,
    name: 'Operator console',
    scopes: PERMISSIONS,
    redirectUris: [COMMAND_REDIRECT_URI, `${origin}/callback.html`],
    // A browser adds the slash, and an application may leave it out.
    postLogoutRedirectUris: [origin, `${origin}/`],
  });
}
