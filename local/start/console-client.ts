// Lets operators sign in to the console at this machine's identity service.
import type { Administration } from '../../functions/identity/administration/identity-change.ts';
import { registerOperatorInterface } from '../../functions/identity/administration/clients.ts';
import { PERMISSIONS } from '../../functions/identity/permissions.ts';

export const CONSOLE_CLIENT_ID = 'console';

/** Where `npm start` serves the console. */
const CONSOLE_ORIGIN = 'http://localhost:4020';

/** Where a sign-in of `npm run token` leads; the command reads the code, and nothing answers there. */
export const COMMAND_REDIRECT_URI = `${CONSOLE_ORIGIN}/callback`;

/** Registers the client, or updates its URIs, which an earlier version may have registered. */
export function registerConsoleClient(
  administration: Administration,
  origins: readonly string[] = [CONSOLE_ORIGIN],
): Promise<void> {
  return registerOperatorInterface(administration, {
    clientId: CONSOLE_CLIENT_ID,
    name: 'Operator console',
    scopes: PERMISSIONS,
    redirectUris: [COMMAND_REDIRECT_URI, ...origins.map((origin) => `${origin}/callback.html`)],
    // A browser adds the slash, and an application may leave it out.
    postLogoutRedirectUris: origins.flatMap((origin) => [origin, `${origin}/`]),
  });
}
