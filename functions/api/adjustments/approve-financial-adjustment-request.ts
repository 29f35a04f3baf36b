import { approveFinancialAdjustmentRequest } from '../../../schemas/generated/operations/approve-financial-adjustment-request.ts';
import { approveAdjustment } from '../../domain/requests/adjustment-approval.ts';
import { approve, refuseApproval } from '../../domain/requests/decisions.ts';
import {
  readAdjustmentRecords,
  readAdjustmentToDecide,
} from '../../ledger/requests/adjustment-reads.ts';
import { readGeneralLedgerTerms } from '../../ledger/general-ledger/terms.ts';
import { readTermsToAdjust } from '../../ledger/products/rule-cache.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { operation } from '../../runtime/operation.ts';
import { commitApproval } from './commit-approval.ts';

export const handler = operation(
  approveFinancialAdjustmentRequest,
  async ({ path, body, session, now }) => {
    const { actor, correlationId, store } = session;
    const pending = await readAdjustmentToDecide(session, path.requestId);
    refuseApproval(pending, actor);
    const basis = await readAdjustmentRecords(session, pending);
    const checker = { subject: actor, reason: body.reason, now };
    const termsOf = await readTermsToAdjust(session, basis, now);
    const context = {
      now,
      postedBy: actor,
      correlationId,
      idsAt: buildIdGenerator(store.shards),
      termsOf,
      generalLedger: await readGeneralLedgerTerms(session, now),
    };
    const approved = approveAdjustment(pending, basis, checker, context);
    return commitApproval(session, basis, approved, (reason) => ({
      request: approve(pending, checker, reason),
    }));
  },
);
