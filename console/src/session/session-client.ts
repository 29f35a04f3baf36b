// The page's end of the session worker.
// oxlint-disable-next-line import/default -- the build makes the default export: the address of the worker.
import workerUrl from './session-worker.ts?worker&url';
import type { SessionWorkerAnswer, WorkerCalls, WorkerFault } from './worker-calls.ts';

/** A call that the worker could not carry out. */
export class SessionFault extends Error {
  readonly code: string | undefined;

  constructor({ name, message, code }: WorkerFault) {
    super(message);
    this.name = name;
    this.code = code;
  }
}

type CallOutput<Name extends keyof WorkerCalls> = ReturnType<WorkerCalls[Name]>;

export class SessionClient {
  readonly #worker = openWorker();
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #calls = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<SessionWorkerAnswer>) => {
      const waiting = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      if (data.fault !== undefined) waiting?.reject(new SessionFault(data.fault));
      else waiting?.resolve(data.output);
    });
  }

  call<Name extends keyof WorkerCalls>(
    name: Name,
    input: Parameters<WorkerCalls[Name]>[0],
  ): Promise<CallOutput<Name>> {
    const number = (this.#calls += 1);
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(number, waiting);
    this.#worker.postMessage({ number, name, input });
    return waiting.promise as Promise<CallOutput<Name>>;
  }
}

interface TrustedTypePolicy {
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: TrustedTypePolicy): TrustedTypePolicy;
}

// The only policy that the content security policy allows, for the only address that it makes.
function openWorker(): Worker {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const allowed = (url: string) => {
    if (url !== workerUrl) throw new TypeError(`${url} is no script of the console.`);
    return url;
  };
  const policy = trustedTypes?.createPolicy('session-worker', { createScriptURL: allowed });
  return new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
}
