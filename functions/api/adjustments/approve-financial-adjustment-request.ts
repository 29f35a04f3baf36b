import { approveFinancialAdjustmentRequest } from '../../../schemas/generated/operations/approve-financial-adjustment-request.ts';
import { approveAdjustment } from '../../domain/requests/adjustment-approval.ts';
import { approve, refuseApproval } from '../../domain/requests/decisions.ts';
import {
  readAdjustmentRecords,
  readAdjustmentToDecide,
} from '../../ledger/requests/adjustment-reads.ts';
import { operation } from '../../runtime/operation.ts';
import { commitApproval } from './commit-approval.ts';
import { readPostingContext } from './read-posting-context.ts';

export const handler = operation(
  approveFinancialAdjustmentRequest,
  async ({ path, body, session, now }) => {
    const { actor: subject } = session;
    const pending = await readAdjustmentToDecide(session, path.requestId);
    refuseApproval(pending, subject);
    const basis = await readAdjustmentRecords(session, pending);
    const checker = { subject, reason: body.reason, now };
    const context = await readPostingContext(session, pending, basis, now);
    const approved = approveAdjustment(pending, basis, checker, context);
    return commitApproval(session, basis, approved, (obstacle) => ({
      request: approve(pending, checker, obstacle.message),
      obstacle,
    }));
  },
);
