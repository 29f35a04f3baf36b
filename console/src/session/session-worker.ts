// The worker that holds the tokens of this tab. It ends with the tab, and its memory with it.
import { ErrorResponse } from 'oidc-client-ts';
import { TokenKeeper } from './token-keeper.ts';
import type { IssuerSettings, SignInStart } from './token-keeper.ts';
import type { SessionWorkerAnswer, WorkerCall, WorkerFault } from './worker-calls.ts';

/** The part of the worker's global scope that is used here; the console's own types are those of a page. */
interface WorkerScope {
  postMessage(answer: SessionWorkerAnswer): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
let keeper: TokenKeeper | undefined;

scope.addEventListener('message', ({ data }) => {
  const { number, name, input } = data as WorkerCall;
  carryOut(name, input).then(
    (output) => scope.postMessage({ number, output }),
    (error: unknown) => scope.postMessage({ number, fault: describeFault(error) }),
  );
});

async function carryOut(name: WorkerCall['name'], input: unknown): Promise<unknown> {
  if (name === 'configure') {
    keeper = new TokenKeeper(input as IssuerSettings);
    return undefined;
  }
  if (keeper === undefined) throw new Error('The worker has no settings yet.');
  const { url = '', stored, refused } = input as Partial<Record<string, string>>;
  switch (name) {
    case 'startSignIn':
      return keeper.startSignIn(input as SignInStart);
    case 'finishSignIn':
      return keeper.finishSignIn(url, stored);
    case 'getAccessToken':
      return keeper.getAccessToken(refused);
    case 'signOut':
      return keeper.signOut();
    case 'forgetTokens':
      return keeper.forgetTokens();
  }
}

function describeFault(error: unknown): WorkerFault {
  if (error instanceof ErrorResponse) {
    return { name: error.name, message: error.message, code: error.error ?? 'unknown' };
  }
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'Error', message: String(error) };
}
