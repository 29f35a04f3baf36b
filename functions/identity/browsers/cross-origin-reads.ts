// Which scripts of other origins may read an answer (CORS): those of registered operator interfaces. The provider
// checks the origin only where it knows the client, and would answer every preflight and each public document.
import type { ClientMetadata } from '../client-metadata.ts';
import type { ProviderMiddleware } from '../sign-in/interaction-page.ts';

/** Lets scripts of an origin read the answer only if an operator interface has a redirect URI there. */
export function limitCrossOriginReads(clients: ClientMetadata): ProviderMiddleware {
  return async (context, next) => {
    const origin = context.get('Origin');
    // Before the request: a failed read must not keep back the tokens of a code that is used up.
    const isAllowed = origin !== '' && (await clients.hasOrigin(origin));
    await next();
    if (isAllowed) return;
    const names = Object.keys(context.response.headers);
    for (const name of names.filter((one) => one.startsWith('access-control-'))) {
      context.remove(name);
    }
  };
}
