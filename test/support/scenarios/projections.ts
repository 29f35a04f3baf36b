// Ways through the projections. None of them is filled: what is asked of the tables is the same.
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
