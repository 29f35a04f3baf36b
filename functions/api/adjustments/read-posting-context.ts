import { listAdjustedCodes } from '../../domain/requests/adjustment-drafts.ts';
import type { AdjustmentRecords, AdjustmentRequest } from '../../domain/requests/adjustments.ts';
import { listMovedProducts } from '../../domain/requests/moved-control-accounts.ts';
import type { PostingContext } from '../../domain/journal/journal.ts';
import type { Session } from '../../ledger/commit/session.ts';
import {
  readControlCodes,
  readFormerControlCodes,
} from '../../ledger/general-ledger/control-codes.ts';
import { readGeneralLedgerTerms } from '../../ledger/general-ledger/terms.ts';
import { readTermsToAdjust } from '../../ledger/products/rule-cache.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';

/**
 * What the entries of an approved adjustment are posted with: no request while it is in the cache, and one
 * for each product that may have named another control account since the target was posted.
 */
export async function readPostingContext(
  session: Session,
  request: AdjustmentRequest,
  basis: AdjustmentRecords,
  now: Date,
): Promise<PostingContext> {
  const { actor: postedBy, correlationId, store } = session;
  const [termsOf, controlCodes] = await Promise.all([
    readTermsToAdjust(session, basis, now),
    readControlCodes(session, now),
  ]);
  const moved = listMovedProducts(request, basis, { termsOf, controlCodes });
  const formerCodes = await readFormerControlCodes(session, moved);
  const { loan } = basis;
  const codes = listAdjustedCodes(request, loan && termsOf(loan.terms.productId).ledgerAccounts);
  const generalLedger = await readGeneralLedgerTerms(session, codes, now);
  return {
    now,
    postedBy,
    correlationId,
    idsAt: buildIdGenerator(store.shards),
    termsOf,
    generalLedger,
    controlCodes,
    formerCodes,
  };
}
