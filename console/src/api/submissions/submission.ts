// Sends a form so that it takes effect once, whatever happens to the answers. One Idempotency-Key serves the
// form from its opening to its end: every repetition is the same request to the API, also one with corrected
// input, which the API refuses if the first input has taken effect after all.
import { isDecided } from '../../../../client/refusal-error.ts';
import { ApiFailure } from '../api-failure.ts';

export type SubmissionStage<Answer> =
  | { readonly kind: 'open' }
  | { readonly kind: 'sending' }
  /** An attempt is without an answer, and the next one is under way. */
  | { readonly kind: 'repeating' }
  /** All attempts are without an answer. The form is locked, and the API is asked until it answers. */
  | { readonly kind: 'unknown' }
  /** The API refuses, but an attempt without an answer may still take effect: the refusal is repeated first. */
  | { readonly kind: 'confirming' }
  | { readonly kind: 'refused'; readonly failure: Error }
  /** `isEarlier`: what took effect is an earlier input of this form. */
  | { readonly kind: 'done'; readonly answer: Answer; readonly isEarlier: boolean };

export interface SubmissionOptions<Body, Answer> {
  /** Sends the request under the key; throws `ApiFailure` for a refusal. */
  readonly send: (body: Body, key: string) => Promise<Answer>;
  /** Calls the listener after each attempt under the key; returns what ends that. */
  readonly listen: (key: string, listener: (isAnswered: boolean) => void) => () => void;
  readonly pause?: (milliseconds: number) => Promise<void>;
  readonly key?: string;
}

const ASK_AGAIN_MS = 15_000;
/** An unanswered attempt may take effect for this long. */
const CONFIRM_MS = 30_000;
const KEY_REUSED = 'idempotency_key_reused';

export class Submission<Body, Answer> {
  readonly key: string;
  readonly #options: SubmissionOptions<Body, Answer>;
  readonly #listeners = new Set<() => void>();
  /** Inputs that were refused after an attempt without an answer. */
  readonly #earlier: Body[] = [];
  #stage: SubmissionStage<Answer> = { kind: 'open' };
  #hasUnanswered = false;

  constructor(options: SubmissionOptions<Body, Answer>) {
    this.#options = options;
    this.key = options.key ?? crypto.randomUUID();
  }

  getStage = (): SubmissionStage<Answer> => this.#stage;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Sends until there is a final answer, and ends with the stage `refused` or `done`. */
  async submit(body: Body): Promise<void> {
    if (isUnderWay(this.#stage) || this.#stage.kind === 'done') return;
    this.#set({ kind: 'sending' });
    const endListening = this.#options.listen(this.key, (isAnswered) => {
      if (isAnswered) return;
      this.#hasUnanswered = true;
      if (this.#stage.kind === 'sending') this.#set({ kind: 'repeating' });
    });
    try {
      this.#set(await this.#sendUntilFinal(body));
    } finally {
      endListening();
    }
  }

  async #sendUntilFinal(body: Body): Promise<SubmissionStage<Answer>> {
    let wasUnanswered = false;
    for (;;) {
      this.#hasUnanswered = false;
      try {
        return { kind: 'done', answer: await this.#send(body), isEarlier: false };
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        const earlier = await this.#replayEarlier(failure);
        if (earlier !== undefined) return earlier;
        if (!this.#hasUnanswered && !wasUnanswered) return { kind: 'refused', failure };
        const isFinal = isDecidedRefusal(failure) && !this.#hasUnanswered && this.#isConfirming();
        if (isFinal) {
          this.#earlier.push(body);
          return { kind: 'refused', failure };
        }
        wasUnanswered = true;
        this.#set({ kind: isDecidedRefusal(failure) ? 'confirming' : 'unknown' });
        await this.#pause(isDecidedRefusal(failure) ? CONFIRM_MS : ASK_AGAIN_MS);
      }
    }
  }

  // The API has an earlier input under this key: its answer is what became of the form.
  async #replayEarlier(failure: Error): Promise<SubmissionStage<Answer> | undefined> {
    if (!(failure instanceof ApiFailure) || failure.code !== KEY_REUSED) return undefined;
    for (const body of this.#earlier) {
      const answer = await this.#send(body).catch(() => undefined);
      if (answer !== undefined) return { kind: 'done', answer, isEarlier: true };
    }
    return undefined;
  }

  #isConfirming(): boolean {
    return this.#stage.kind === 'confirming';
  }

  #send(body: Body): Promise<Answer> {
    return this.#options.send(body, this.key);
  }

  #pause(milliseconds: number): Promise<void> {
    const { pause } = this.#options;
    if (pause !== undefined) return pause(milliseconds);
    return new Promise((resolve) => void setTimeout(resolve, milliseconds));
  }

  #set(stage: SubmissionStage<Answer>): void {
    this.#stage = stage;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether leaving the page would leave the outcome unknown. */
export function isUnderWay({ kind }: SubmissionStage<unknown>): boolean {
  return kind === 'sending' || kind === 'repeating' || kind === 'unknown' || kind === 'confirming';
}

// Any other refusal, as by a busy store, does not say whether an attempt without an answer has taken effect.
function isDecidedRefusal(failure: Error): boolean {
  return failure instanceof ApiFailure && isDecided(failure);
}
