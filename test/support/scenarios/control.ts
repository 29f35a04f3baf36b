// Through the operations that a second person decides.
import { twice } from './holdings.ts';
import type { Ways } from './holdings.ts';

const reason = 'why';
const filtered = (...queries: Record<string, string>[]) => queries.map((query) => ({ query }));

export const controlWays = {
  submitAccountStatusTransition: ({ account }) => {
    const path = { accountId: account };
    return [
      ...twice({ path, body: { transition: 'FREEZE', reason } }),
      { path, body: { transition: 'UNFREEZE', reason } },
    ];
  },
  listAccountLifecycleRequests: ({ account }) =>
    filtered({}, { status: 'APPLIED' }, { account_id: account }),
  getAccountLifecycleRequest: ({ rejected }) => [{ path: { requestId: rejected } }],
  approveAccountLifecycleRequest: ({ requests }) =>
    requests.map((requestId) => ({ subject: 'grace', path: { requestId }, body: {} })),
  rejectAccountLifecycleRequest: ({ rejected }) => {
    const path = { requestId: rejected };
    return [...twice({ path, body: { reason } }), { path, body: { reason } }];
  },
  submitFinancialAdjustmentRequest: ({ entry }) => {
    const target = { target_type: 'JOURNAL_ENTRY', target_id: entry };
    const body = { ...target, adjustment_type: 'REVERSAL', reason };
    return [...twice({ body }), { body: { ...body, target_id: 'jrn_' } }];
  },
  listFinancialAdjustmentRequests: ({ entry }) =>
    filtered({}, { status: 'APPLIED' }, { target_id: entry }),
  getFinancialAdjustmentRequest: ({ withdrawn }) => [{ path: { requestId: withdrawn } }],
  approveFinancialAdjustmentRequest: ({ adjustments }) =>
    adjustments.map((requestId) => ({ subject: 'grace', path: { requestId }, body: {} })),
  rejectFinancialAdjustmentRequest: ({ withdrawn }) => {
    const path = { requestId: withdrawn };
    return [...twice({ path, body: { reason } }), { path, body: { reason } }];
  },
} satisfies Ways;
