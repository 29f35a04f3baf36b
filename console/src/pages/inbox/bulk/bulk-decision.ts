// Decides many requests, four at a time. Each has an Idempotency-Key and an outcome of its own: one that fails
// stops no other, and what is sent stays sent when the operator stops the rest.
import { isUnderWay, Submission } from '../../../api/submissions/submission.ts';
import type { SubmissionOptions, SubmissionStage } from '../../../api/submissions/submission.ts';

export interface BulkRow<Answer> {
  readonly id: string;
  readonly stage: SubmissionStage<Answer>;
}

export interface BulkOptions<Answer> extends Pick<
  SubmissionOptions<string, Answer>,
  'listen' | 'pause'
> {
  /** Sends one decision under its key; throws `ApiFailure` for a refusal. */
  readonly send: (id: string, reason: string, key: string) => Promise<Answer>;
  /** Called before the first attempt under a key. */
  readonly keepKey: (key: string) => void;
  /** Called when the outcome under a key is final. */
  readonly forgetKey: (key: string) => void;
}

const PARALLEL = 4;

export class BulkDecision<Answer> {
  readonly #options: BulkOptions<Answer>;
  readonly #submissions: ReadonlyMap<string, Submission<string, Answer>>;
  readonly #listeners = new Set<() => void>();
  #rows: readonly BulkRow<Answer>[] = [];
  #isStopped = false;

  constructor(ids: readonly string[], options: BulkOptions<Answer>) {
    this.#options = options;
    this.#submissions = new Map(ids.map((id) => [id, this.#buildSubmission(id)]));
    this.#readRows();
  }

  getRows = (): readonly BulkRow<Answer>[] => this.#rows;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Sends no other decision; those under way end. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Decides all, and ends when every decision that was sent has an outcome. */
  async run(reason: string): Promise<void> {
    const waiting = [...this.#submissions.values()].values();
    await Promise.all(Array.from({ length: PARALLEL }, () => this.#sendInTurn(waiting, reason)));
  }

  async #sendInTurn(waiting: Iterator<Submission<string, Answer>>, reason: string): Promise<void> {
    while (!this.#isStopped) {
      const { value: submission, done } = waiting.next();
      if (done === true) return;
      this.#options.keepKey(submission.key);
      await submission.submit(reason);
      this.#options.forgetKey(submission.key);
    }
  }

  #buildSubmission(id: string): Submission<string, Answer> {
    const { send, listen, pause } = this.#options;
    const submission = new Submission<string, Answer>({
      send: (reason, key) => send(id, reason, key),
      listen,
      ...(pause !== undefined && { pause }),
    });
    submission.subscribe(() => this.#readRows());
    return submission;
  }

  #readRows(): void {
    this.#rows = [...this.#submissions].map(([id, submission]) => ({
      id,
      stage: submission.getStage(),
    }));
    for (const listener of this.#listeners) listener();
  }
}

/** Whether any decision is without an outcome. */
export function hasOpenRow(rows: readonly BulkRow<unknown>[]): boolean {
  return rows.some(({ stage }) => isUnderWay(stage));
}
