// The page to which the identity service returns. A window of its own passes the result on and closes; the
// page itself continues where the operator was.
import { keepReturnedSignIn, WINDOW_CHANNEL, WINDOW_STATE } from './session/pending-sign-in.ts';

const [, part] = (new URLSearchParams(location.search).get('state') ?? '').split(';');
if (part === WINDOW_STATE) {
  new BroadcastChannel(WINDOW_CHANNEL).postMessage(location.href);
  window.close();
} else {
  location.replace(keepReturnedSignIn(location.href));
}
