// Read models that follow the events, and how far they are.
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
    ...READ_ROW, route: 'GET /api/projections/status', uses: ['projections:GetItem', 'ledger:Query'], refuses: [],
    summary: 'Tell how far each projection is and how late: the age of the oldest event that it has not applied.',
  },
  listLoanActivity: {
    ...LIST_ROW, route: 'GET /api/projections/loan-activity',
    summary: 'List what happened on the loans of the tenant, one record per loan.',
  },
  getLoanActivity: {
    ...ITEM_ROW, route: 'GET /api/projections/loan-activity/{loanId}',
    summary: 'Read what happened on a loan: what is outstanding, totals by type, the last transactions.',
  },
  listLedgerActivity: {
    ...LIST_ROW, route: 'GET /api/projections/ledger-activity',
    summary: 'List the journal entries of the tenant with what was done to them since.',
  },
  getLedgerActivity: {
    ...ITEM_ROW, route: 'GET /api/projections/ledger-activity/{journalEntryId}',
    summary: 'Read a journal entry with what it was reversed and replaced by.',
  },
  listProductPublications: {
    ...LIST_ROW, route: 'GET /api/projections/product-publications',
    summary: 'List the products of the tenant as they are published.',
  },
  getProductPublication: {
    ...ITEM_ROW, route: 'GET /api/projections/product-publications/{productId}',
    summary: 'Read what is published of a product: version, configuration, number of rules.',
  },
} as const satisfies Record<string, Operation>;
