// Scenarios of the projections. They stay empty, because the requests to the tables are the same.
import type { ScenariosByOperation } from './scenario-records.ts';

export const projectionScenarios = {
  getProjectionStatus: () => [{}],
  listLoanActivity: () => [{}],
  getLoanActivity: ({ loan }) => [{ path: { loanId: loan } }],
  listLedgerActivity: () => [{}],
  getLedgerActivity: ({ entry }) => [{ path: { journalEntryId: entry } }],
  listProductPublications: () => [{}],
  getProductPublication: ({ product }) => [{ path: { productId: product } }],
} satisfies ScenariosByOperation;
