// Scenarios of the operations on lifecycle and adjustment requests.
import { buildAdjustmentBody, buildTransitionBody } from '../../../tools/samples/request-bodies.ts';
import { credit } from '../stack/ledger.ts';
import type { CallOptions } from '../stack/ledger.ts';
import { repeatCall } from './scenario-records.ts';
import type { EnforcedTenant, ScenariosByOperation } from './scenario-records.ts';

const REASON = 'Not needed';
const buildFilteredCalls = (...queries: Record<string, string>[]) =>
  queries.map((query) => ({ query }));

// Where control accounts are enforced, the terms of the products decide on a correction.
function correctEnforced({ tenant, account, entry }: EnforcedTenant): CallOptions {
  const correction = { journal: credit(account, '1.00') };
  return { tenant, body: buildAdjustmentBody('JOURNAL_ENTRY', entry, correction) };
}

export const controlScenarios = {
  submitAccountStatusTransition: ({ account }) => {
    const path = { accountId: account };
    return [
      ...repeatCall({ path, body: buildTransitionBody() }),
      { path, body: buildTransitionBody('UNFREEZE') },
    ];
  },
  listAccountLifecycleRequests: ({ account }) =>
    buildFilteredCalls({}, { status: 'APPLIED' }, { account_id: account }),
  getAccountLifecycleRequest: ({ rejected }) => [{ path: { requestId: rejected } }],
  approveAccountLifecycleRequest: ({ requests }) =>
    requests.map((requestId) => ({ subject: 'grace', path: { requestId }, body: {} })),
  rejectAccountLifecycleRequest: ({ rejected }) => {
    const path = { requestId: rejected };
    return [...repeatCall({ path, body: { reason: REASON } }), { path, body: { reason: REASON } }];
  },
  withdrawAccountLifecycleRequest: ({ ownFreeze }) => {
    const path = { requestId: ownFreeze };
    return [...repeatCall({ path, body: {} }), { path, body: { reason: REASON } }];
  },
  submitFinancialAdjustmentRequest: ({ entry, enforced }) => {
    const body = buildAdjustmentBody('JOURNAL_ENTRY', entry);
    return [
      ...repeatCall({ body }),
      { body: { ...body, target_id: 'jrn_' } },
      ...(enforced ? [correctEnforced(enforced)] : []),
    ];
  },
  previewFinancialAdjustment: ({ entry, untouched, transaction, enforced }) => [
    { body: buildAdjustmentBody('JOURNAL_ENTRY', entry) },
    { body: buildAdjustmentBody('JOURNAL_ENTRY', entry, { journal: credit(untouched, '1.00') }) },
    { body: buildAdjustmentBody('TRANSACTION', transaction) },
    ...(enforced ? [correctEnforced(enforced)] : []),
  ],
  listFinancialAdjustmentRequests: ({ entry }) =>
    buildFilteredCalls({}, { status: 'APPLIED' }, { target_id: entry }),
  getFinancialAdjustmentRequest: ({ withdrawn }) => [{ path: { requestId: withdrawn } }],
  approveFinancialAdjustmentRequest: ({ adjustments }) =>
    adjustments.map((requestId) => ({ subject: 'grace', path: { requestId }, body: {} })),
  rejectFinancialAdjustmentRequest: ({ withdrawn }) => {
    const path = { requestId: withdrawn };
    return [...repeatCall({ path, body: { reason: REASON } }), { path, body: { reason: REASON } }];
  },
  withdrawFinancialAdjustmentRequest: ({ ownReversal }) => {
    const path = { requestId: ownReversal };
    return [...repeatCall({ path, body: {} }), { path, body: { reason: REASON } }];
  },
} satisfies ScenariosByOperation;
