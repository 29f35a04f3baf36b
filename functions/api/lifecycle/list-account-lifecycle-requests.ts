import { listAccountLifecycleRequests } from '../../../schemas/generated/operations/list-account-lifecycle-requests.ts';
import { listLifecycleRequests } from '../../ledger/requests/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toLifecycleRequestView } from '../../views/lifecycle-request.ts';

export const handler = operation(
  listAccountLifecycleRequests,
  async ({ query, session, after }) => {
    const { account_id: accountId, status, limit } = query;
    const page = await listLifecycleRequests(session, { accountId, status }, { after, limit });
    return { ...page, items: page.items.map(toLifecycleRequestView) };
  },
);
