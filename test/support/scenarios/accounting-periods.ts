// Scenarios of accounting periods and general-ledger requests.
import { repeatCall } from './scenario-records.ts';
import type { ScenariosByOperation } from './scenario-records.ts';
import { SCENARIO_YEAR } from './scenario-year.ts';

const REASON = 'Month end';

export const accountingPeriodScenarios = {
  listGeneralLedgerPeriods: () => [{}],
  getGeneralLedgerPeriod: () => [{ path: { period: '2020-02' } }],
  closeGeneralLedgerPeriod: () => [
    ...repeatCall({ path: { period: '2020-02' }, body: { reason: REASON } }),
    { path: { period: '9999-12' }, body: { reason: REASON } },
  ],
  reopenGeneralLedgerPeriod: ({ closedPeriod }) => [
    ...repeatCall({ path: { period: closedPeriod }, body: { reason: REASON } }),
    { path: { period: '2020-02' }, body: { reason: REASON } },
  ],
  closeGeneralLedgerYear: () => {
    const body = { equity_account_code: '3000', reference: 'Resolution 7', reason: REASON };
    return [
      ...repeatCall({ path: { year: SCENARIO_YEAR }, body }),
      { path: { year: '2017-01' }, body },
    ];
  },
  listGeneralLedgerRequests: ({ closedPeriod }) =>
    [{}, { status: 'APPLIED' }, { period: closedPeriod }, { kind: 'PERIOD_CLOSE' }].map(
      (query) => ({ query: query as Record<string, string> }),
    ),
  getGeneralLedgerRequest: ({ withdrawnClosing }) => [{ path: { requestId: withdrawnClosing } }],
  approveGeneralLedgerRequest: ({ closings, yearClosings = [] }) =>
    [...closings, ...yearClosings.slice(0, 2)].map((requestId) => ({
      subject: 'grace',
      path: { requestId },
      body: {},
    })),
  rejectGeneralLedgerRequest: ({ withdrawnClosing }) => {
    const path = { requestId: withdrawnClosing };
    return [...repeatCall({ path, body: { reason: REASON } }), { path, body: { reason: REASON } }];
  },
  withdrawGeneralLedgerRequest: ({ ownClosing }) => {
    const path = { requestId: ownClosing };
    return [...repeatCall({ path, body: {} }), { path, body: { reason: REASON } }];
  },
} satisfies ScenariosByOperation;
