// A request may take several attempts. Whether one of them is without an answer decides what a later refusal
// means, also while others follow, so they are noted where they are sent.
import { isUnconfirmed } from '../../../client/refusal-error.ts';

type AttemptListener = (isAnswered: boolean) => void;

const KEY_HEADER = 'Idempotency-Key';

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
      listener?.(!(await isUnconfirmed(answer)));
      return answer;
    } catch (error) {
      listener?.(false);
      throw error;
    }
  };
}
