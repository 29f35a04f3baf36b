// A request may take several attempts. Whether one of them is without an answer decides what a later refusal
// means, and the client that makes the attempts keeps that to itself; so they are noted where they are sent.

type AttemptListener = (isAnswered: boolean) => void;

const KEY_HEADER = 'Idempotency-Key';
/** The API says so itself, or whatever stands before it has no answer of the API. */
const UNCONFIRMED_STATUSES = new Set([500, 502, 503, 504]);
/** 503 with this code: the store refused every attempt, so nothing was written. */
const CONTENTION = 'contention';

export class AttemptLog {
  readonly #send: typeof fetch;
  readonly #listeners = new Map<string, AttemptListener>();

  constructor(send: typeof fetch = (...request) => fetch(...request)) {
    this.#send = send;
  }

  /** Calls the listener after each attempt under the key. Returns what ends that. */
  listen(key: string, listener: AttemptListener): () => void {
    this.#listeners.set(key, listener);
    return () => void this.#listeners.delete(key);
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const key = input instanceof Request ? (input.headers.get(KEY_HEADER) ?? '') : '';
    const listener = this.#listeners.get(key);
    try {
      const answer = await this.#send(input, init);
      listener?.(await isConfirmed(answer));
      return answer;
    } catch (error) {
      listener?.(false);
      throw error;
    }
  };
}

async function isConfirmed(answer: Response): Promise<boolean> {
  if (!UNCONFIRMED_STATUSES.has(answer.status)) return true;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return (body as { readonly code?: unknown } | undefined)?.code === CONTENTION;
}
