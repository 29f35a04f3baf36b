// Adjustments of entries whose product has named another control account since.
import { buildControlTerms, computeControlDifferences } from '../journal/control-accounts.ts';
import type { ControlContext } from '../journal/control-accounts.ts';
import { buildReversalDraft } from './adjustment-drafts.ts';
import type { AdjustmentRecords, AdjustmentRequest } from './adjustments.ts';

/**
 * Lists the products of the target's accounts and loan if its reversal differs from control accounts from
 * which the target did not differ: one of the products may then have moved.
 */
export function listMovedProducts(
  { id, reason, target: { entry } }: AdjustmentRequest,
  { accounts, loan }: AdjustmentRecords,
  context: ControlContext,
): ReadonlySet<string> {
  const productOf = (accountId: string) => accounts.get(accountId)?.productId;
  const loanProductId = loan?.terms.productId;
  const terms = buildControlTerms(productOf, { ...context, loanProductId });
  const differences = computeControlDifferences(buildReversalDraft(entry, id, reason), terms);
  const before = new Set((entry.controlDifferences ?? []).map(({ accountCode }) => accountCode));
  if (differences.every(({ accountCode }) => before.has(accountCode))) return new Set();
  const ofAccounts = entry.postings.flatMap(({ accountId }) => productOf(accountId) ?? []);
  return new Set([...ofAccounts, ...(loanProductId === undefined ? [] : [loanProductId])]);
}
