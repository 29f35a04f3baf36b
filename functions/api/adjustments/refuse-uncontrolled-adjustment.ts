import { refuseUncontrolledEntries } from '../../domain/journal/entry-controls.ts';
import {
  buildAdjustmentDrafts,
  listAdjustedCodes,
} from '../../domain/requests/adjustment-drafts.ts';
import type { AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { readGeneralLedgerTerms } from '../../ledger/general-ledger/terms.ts';

/**
 * Refuses, as refuseUncontrolledEntries does, a request whose entries the general ledger would not
 * allow now; the approval decides again.
 */
export async function refuseUncontrolledAdjustment(
  session: Session,
  request: AdjustmentRequest,
  now: Date,
): Promise<void> {
  const terms = await readGeneralLedgerTerms(session, listAdjustedCodes(request), now);
  refuseUncontrolledEntries(buildAdjustmentDrafts(request), terms, now);
}
