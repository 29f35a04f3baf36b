// What a sign-in leaves in the tab while the identity service has the page: the state and the verifier of its
// request, and where the operator was. It is removed on return, and no token is ever part of it.

const PENDING = 'countinghouse.sign-in';
const RETURNED = 'countinghouse.sign-in-returned';

/** The name of the channel by which the window of a sign-in passes its result to the page. */
export const WINDOW_CHANNEL = 'countinghouse.sign-in';

/** What the address of the callback carries when the sign-in had a window of its own. */
export const WINDOW_STATE = 'window';

interface PendingSignIn {
  readonly stored: string;
  readonly returnTo: string;
}

export interface ReturnedSignIn {
  readonly url: string;
  readonly stored: string;
}

export function keepPendingSignIn(pending: PendingSignIn): void {
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
}

/** Keeps the result for the page that starts next, and returns the address of that page. */
export function keepReturnedSignIn(url: string): string {
  const pending = readPending();
  if (pending === undefined) return '/';
  sessionStorage.setItem(RETURNED, url);
  // An address of this origin only: `//host` would lead to another one.
  return /^\/(?!\/)/.test(pending.returnTo) ? pending.returnTo : '/';
}

/** Takes the result of the sign-in from which this page returned, if it did. */
export function takeReturnedSignIn(): ReturnedSignIn | undefined {
  const url = sessionStorage.getItem(RETURNED);
  const pending = readPending();
  sessionStorage.removeItem(RETURNED);
  sessionStorage.removeItem(PENDING);
  return url === null || pending === undefined ? undefined : { url, stored: pending.stored };
}

function readPending(): PendingSignIn | undefined {
  const text = sessionStorage.getItem(PENDING);
  return text === null ? undefined : (JSON.parse(text) as PendingSignIn);
}
