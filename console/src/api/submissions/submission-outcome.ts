// What became of a request whose page was loaded again before it had an answer. Its body is lost, so it cannot be
// repeated; what is committed under its key is read instead (docs/client.md, When the last attempt fails).
import type { LedgerClient, Receipt } from '../../../../client/client.ts';
import { ApiFailure, requireData } from '../api-failure.ts';

export type SubmissionOutcome =
  | { readonly kind: 'committed'; readonly receipt: Receipt }
  /** Nothing is committed so far, and an attempt may still be under way. */
  | { readonly kind: 'open' }
  /** Nothing is committed, and no attempt can take effect any more. */
  | { readonly kind: 'absent' };

/** An attempt that had no answer may take effect for this long. */
const SETTLED_MS = 30_000;

/** Reads the outcome. `sinceLoadMs` is how long ago the page was loaded: it has sent nothing under the key since. */
export async function findOutcome(
  ledger: LedgerClient,
  key: string,
  sinceLoadMs: number,
): Promise<SubmissionOutcome> {
  try {
    const params = { path: { key } };
    const receipt = requireData(await ledger.GET('/api/receipts/{key}', { params }));
    return { kind: 'committed', receipt };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'receipt_not_found') throw error;
    return { kind: sinceLoadMs < SETTLED_MS ? 'open' : 'absent' };
  }
}
