import { listFinancialAdjustmentRequests } from '../../../schemas/generated/operations/list-financial-adjustment-requests.ts';
import { listAdjustments } from '../../ledger/requests/adjustment-lists.ts';
import { operation } from '../../runtime/operation.ts';
import { toAdjustmentRequestView } from '../../views/adjustment-request.ts';

export const handler = operation(
  listFinancialAdjustmentRequests,
  async ({ query, session, after }) => {
    const { status, adjustment_type: type, target_type: targetType, target_id: targetId } = query;
    const filter = { status, type, targetType, targetId };
    const page = await listAdjustments(session, filter, { after, limit: query.limit });
    return { ...page, items: page.items.map(toAdjustmentRequestView) };
  },
);
