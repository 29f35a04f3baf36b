// The pages of this service fill a window of their own. A browser with a session answers a sign-in at once, and a
// frame would do so unseen: a script that was smuggled into an application could sign in again for as long as the
// session lasts. The headers against framing stop pages alone, not the redirect with the code.
import { showProblem } from '../sign-in/interaction-page.ts';
import type { ProviderMiddleware, SecurityLog } from '../sign-in/interaction-page.ts';

// The provider finds its routes in any case of letters.
const PAGE = /^\/(?:auth|interaction|account|session)(?:\/|$)/i;

/** Refuses a page whose request a browser makes for anything but a window, such as a frame or a script. */
export function refuseEmbedding(log: SecurityLog): ProviderMiddleware {
  return (context, next) => {
    const destination = context.get('Sec-Fetch-Dest');
    const isWindow = destination === '' || destination === 'document';
    if (isWindow || !PAGE.test(context.path)) return next();
    log('embedded page refused', { address: context.ip, destination });
    const title = 'Open this page in a window of its own';
    showProblem(context, 403, title, 'It cannot be shown inside of another page.');
    return Promise.resolve();
  };
}
