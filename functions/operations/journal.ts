// Journal entries.
import { MOVES_MONEY } from './row.ts';
import type { Operation } from './row.ts';

const POSTING_REFUSALS = [
  'policy_denied',
  'mixed_currencies',
  'invalid_ledger_line',
  'unbalanced',
  'invalid_amount',
  'too_many_writes',
  'entry_too_large',
  'account_not_found',
  'currency_mismatch',
  'account_not_active',
  'opening_balance_not_first',
  'insufficient_funds',
  'balance_out_of_range',
  'effective_date_outside_window',
  'period_closed',
  'general_ledger_account_unknown',
  'general_ledger_account_closed',
  'general_ledger_account_currency',
  'control_account_mismatch',
] as const;

// prettier-ignore
export const journal = {
  postJournalEntry: {
    ...MOVES_MONEY, route: 'POST /api/journal-entries', api: 'ledger', area: 'journal', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getJournalEntry', uses: ['ledger:BatchGetItem', 'ledger:Query', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'], combines: true, refuses: POSTING_REFUSALS,
    summary: 'Post one balanced journal entry with its postings on accounts.',
  },
  previewJournalEntry: {
    route: 'POST /api/journal-entries/preview', api: 'ledger', area: 'journal', permission: 'finance.write', success: 200, idempotent: false,
    uses: ['ledger:BatchGetItem', 'ledger:Query', 'receipts:BatchGetItem'], refuses: ['account_not_found'],
    summary: 'Preview what posting a journal entry would do now, with fees, balances and controls; nothing is written.',
  },
  postJournalEntries: {
    ...MOVES_MONEY, route: 'POST /api/journal-entries/batch', api: 'ledger', area: 'journal', permission: 'finance.write', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:Query', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'], refuses: POSTING_REFUSALS,
    summary: 'Post up to 25 journal entries, all of them or none.',
  },
  listJournalEntries: {
    route: 'GET /api/journal-entries', api: 'ledger', area: 'journal', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', filtered: true, uses: ['ledger:Query', 'ledger:BatchGetItem', 'projections:GetItem', 'projections:Query'],
    refuses: ['invalid_period', 'invalid_cursor', 'projection_not_built'],
    summary: 'List the journal entries of the tenant in the order of posting, all of them or those that match filters.',
  },
  getJournalEntry: {
    route: 'GET /api/journal-entries/{journalEntryId}', api: 'ledger', area: 'journal', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:BatchGetItem'], refuses: ['journal_entry_not_found'],
    summary: 'Read a journal entry.',
  },
  listPostingTemplates: {
    route: 'GET /api/posting-templates', api: 'ledger', area: 'journal', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', uses: ['ledger:Query'], refuses: ['invalid_cursor'],
    summary: 'List the posting templates of the tenant, oldest first.',
  },
  createPostingTemplate: {
    route: 'POST /api/posting-templates', api: 'ledger', area: 'journal', permission: 'configuration.write', success: 201, idempotent: true,
    locates: 'getPostingTemplate', uses: ['ledger:PutItem', 'receipts:PutItem'], refuses: ['invalid_posting_template'],
    summary: 'Create a template of a journal entry: lines and postings with placeholders for the amounts that differ.',
  },
  getPostingTemplate: {
    route: 'GET /api/posting-templates/{templateId}', api: 'ledger', area: 'journal', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['posting_template_not_found'],
    summary: 'Read a posting template.',
  },
  replacePostingTemplate: {
    route: 'PUT /api/posting-templates/{templateId}', api: 'ledger', area: 'journal', permission: 'configuration.write', success: 200, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['invalid_posting_template', 'posting_template_not_found', 'posting_template_changed'],
    summary: 'Replace a posting template, provided that it still has the version given.',
  },
  deletePostingTemplate: {
    route: 'DELETE /api/posting-templates/{templateId}', api: 'ledger', area: 'journal', permission: 'configuration.write', success: 200, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['posting_template_not_found'],
    summary: 'Delete a posting template; entries that were posted with it stay as they are.',
  },
} as const satisfies Record<string, Operation>;
