// Projections of the events, and their lag.
import type { Operation } from './row.ts';

const READ_ROW = {
  api: 'ledger',
  area: 'projections',
  permission: 'finance.read',
  success: 200,
  idempotent: false,
} as const;

const LIST_ROW = {
  ...READ_ROW,
  list: 'array',
  uses: ['projections:GetItem', 'projections:Query'],
  refuses: ['invalid_cursor'],
} as const;

const ITEM_ROW = {
  ...READ_ROW,
  uses: ['projections:GetItem'],
  refuses: ['projection_not_found'],
} as const;

// prettier-ignore
export const projections = {
  getProjectionStatus: {
    ...READ_ROW, route: 'GET /api/projections/status', uses: ['projections:GetItem', 'projections:Query', 'ledger:Query'], refuses: [],
    summary: 'Report the progress and lag of each projection: the age of the oldest event that it has not applied.',
  },
  listLoanActivity: {
    ...LIST_ROW, route: 'GET /api/projections/loan-activity',
    summary: 'List the activity of the tenant’s loans, one record per loan.',
  },
  getLoanActivity: {
    ...ITEM_ROW, route: 'GET /api/projections/loan-activity/{loanId}',
    summary: 'Read the activity of a loan: outstanding amounts, totals by type, the last transactions.',
  },
  listLedgerActivity: {
    ...LIST_ROW, route: 'GET /api/projections/ledger-activity',
    summary: 'List the journal entries of the tenant with their later reversals.',
  },
  getLedgerActivity: {
    ...ITEM_ROW, route: 'GET /api/projections/ledger-activity/{journalEntryId}',
    summary: 'Read a journal entry with its reversal and replacement.',
  },
  listProductPublications: {
    ...LIST_ROW, route: 'GET /api/projections/product-publications',
    summary: 'List the published products of the tenant.',
  },
  getProductPublication: {
    ...ITEM_ROW, route: 'GET /api/projections/product-publications/{productId}',
    summary: 'Read the publication of a product: version, configuration, number of rules.',
  },
} as const satisfies Record<string, Operation>;
