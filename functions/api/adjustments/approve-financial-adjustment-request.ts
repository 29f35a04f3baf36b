import { approveFinancialAdjustmentRequest } from '../../../schemas/generated/operations/approve-financial-adjustment-request.ts';
import { refuseApproval } from '../../domain/requests/decisions.ts';
import { readAdjustmentToDecide } from '../../ledger/requests/adjustment-reads.ts';
import { operation } from '../../runtime/operation.ts';
import { commitDecidedApproval } from './decide-adjustment.ts';

export const handler = operation(
  approveFinancialAdjustmentRequest,
  async ({ path, body, session, now }) => {
    const { actor: subject } = session;
    const pending = await readAdjustmentToDecide(session, path.requestId);
    refuseApproval(pending, subject);
    return commitDecidedApproval(session, pending, { subject, reason: body.reason, now });
  },
);
