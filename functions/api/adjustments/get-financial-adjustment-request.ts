import { getFinancialAdjustmentRequest } from '../../../schemas/generated/operations/get-financial-adjustment-request.ts';
import { readAdjustment } from '../../ledger/requests/adjustment-reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';

export const handler = operation(getFinancialAdjustmentRequest, async ({ path, session }) => {
  const request = await readAdjustment(session, path.requestId);
  return { body: toAdjustmentRequestView(request) };
});
