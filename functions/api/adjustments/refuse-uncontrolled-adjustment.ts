import { buildControlTerms, refuseDifferingDrafts } from '../../domain/journal/control-accounts.ts';
import { refuseUncontrolledEntries } from '../../domain/journal/entry-controls.ts';
import {
  buildAdjustmentDrafts,
  listAdjustedCodes,
} from '../../domain/requests/adjustment-drafts.ts';
import type { AdjustmentRecords, AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { readControlCodes } from '../../ledger/general-ledger/control-codes.ts';
import { readGeneralLedgerTerms } from '../../ledger/general-ledger/terms.ts';
import { readTermsToAdjust } from '../../ledger/products/rule-cache.ts';

/**
 * Refuses a request whose entries the general ledger would not allow now, as refuseUncontrolledEntries
 * and, for the correction of a journal entry, refuseControlDifferences do; the approval decides again.
 */
export async function refuseUncontrolledAdjustment(
  session: Session,
  request: AdjustmentRequest,
  basis: AdjustmentRecords,
  now: Date,
): Promise<void> {
  const drafts = buildAdjustmentDrafts(request);
  const terms = await readGeneralLedgerTerms(session, listAdjustedCodes(request), now);
  refuseUncontrolledEntries(drafts, terms, now);
  const { controlAccounts } = terms.settings;
  if (controlAccounts !== 'ENFORCED' || !request.correction?.journal) return;
  const [termsOf, controlCodes] = await Promise.all([
    readTermsToAdjust(session, basis, now),
    readControlCodes(session, now),
  ]);
  const productOf = (accountId: string) => basis.accounts.get(accountId)?.productId;
  const controlTerms = buildControlTerms(productOf, { termsOf, controlCodes });
  const replacements = drafts.filter(({ entryType }) => entryType !== 'REVERSAL');
  refuseDifferingDrafts(replacements, controlTerms, controlAccounts);
}
