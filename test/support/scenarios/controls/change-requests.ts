// Scenarios of controls and change requests.
import { buildControls } from '../../controls/controls.ts';
import { SCENARIO_CONTROLS } from './controlled-records.ts';
import { repeatCall } from '../scenario-records.ts';
import type { ScenariosByOperation } from '../scenario-records.ts';

const REASON = 'Not needed';

export const changeRequestScenarios = {
  getControls: () => [{}],
  replaceControls: () => [
    ...repeatCall({ body: { controls: buildControls(SCENARIO_CONTROLS), reason: 'Four eyes' } }),
    { body: { controls: buildControls([{ operation: 'createAccount', when: 'amount > 1' }]) } },
  ],
  listChangeRequests: () =>
    [{}, { status: 'APPLIED' }, { operation: 'createLoan' }].map((query) => ({
      query: query as Record<string, string>,
    })),
  listRequests: ({ account }) =>
    [{}, { status: 'APPLIED' }, { subject: account }].map((query) => ({
      query: query as Record<string, string>,
    })),
  countRequests: () => [{}],
  previewRequest: ({ waitingChanges, yearClosings = [], requests, adjustments }) => {
    const [, , ...waitingYears] = yearClosings;
    return [...waitingChanges, ...waitingYears, ...requests, ...adjustments].map((requestId) => ({
      path: { requestId },
    }));
  },
  getChangeRequest: ({ withdrawnChange }) => [{ path: { requestId: withdrawnChange } }],
  approveChangeRequest: ({ changes, enforced }) => {
    const approve = (requestId: string) => ({ subject: 'grace', path: { requestId }, body: {} });
    return [
      ...changes.map(approve),
      // The product has an account by now.
      ...(enforced ? [{ tenant: enforced.tenant, ...approve(enforced.publication) }] : []),
    ];
  },
  rejectChangeRequest: ({ withdrawnChange }) => {
    const path = { requestId: withdrawnChange };
    return [...repeatCall({ path, body: { reason: REASON } }), { path, body: { reason: REASON } }];
  },
  withdrawChangeRequest: ({ ownChange }) => {
    const path = { requestId: ownChange };
    return [...repeatCall({ path, body: {} }), { path, body: { reason: REASON } }];
  },
} satisfies ScenariosByOperation;
