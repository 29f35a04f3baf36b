// The outcome of a mutation that is not refused.
import { Refusal } from '../../domain/refusals/refusals.ts';

/**
 * `committed`: this request wrote the records and the receipt. `replayed`: its receipt already existed,
 * with the first answer. `mismatch`: the receipt under its Idempotency-Key belongs to another request.
 */
export type Outcome =
  | { readonly kind: 'committed' | 'replayed'; readonly status: number; readonly text: string }
  | { readonly kind: 'mismatch' };

/** The first answer to a request: its HTTP status and its exact text. */
export interface CommittedAnswer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

/** The outcome as an answer. Refuses a mismatch with idempotency_key_reused. */
export function toAnswer(outcome: Outcome): CommittedAnswer {
  if (outcome.kind === 'mismatch') {
    throw new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a request with another method, path or body.',
    );
  }
  const { status, text } = outcome;
  return { status, text, replayed: outcome.kind === 'replayed' };
}
