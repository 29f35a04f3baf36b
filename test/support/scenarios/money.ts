// Scenarios of the operations on accounts, journal entries and loans.
import { buildAccountBody } from '../../../tools/samples/request-bodies.ts';
import { credit, debit } from '../stack/ledger.ts';
import type { CallOptions } from '../stack/ledger.ts';
import { disbursement, buildLoanRequest } from '../fixtures/loans.ts';
import { replaceIdTime } from '../fixtures/absent-ids.ts';
import { repeatCall } from './scenario-records.ts';
import type { ScenariosByOperation } from './scenario-records.ts';

/** Lines that move no control account. */
const LOOSE_LINES = [
  { account_code: '1000', debit_amount: '1.00' },
  { account_code: '3000', credit_amount: '1.00' },
];

export const moneyScenarios = {
  createAccount: ({ account }) => {
    const body = { ...buildAccountBody({ external_id: `core ${account}` }), metadata: { a: 'b' } };
    return [
      ...repeatCall({ body: buildAccountBody() }),
      ...repeatCall({ body }),
      // Another account has the external id by now.
      { body },
    ];
  },
  listAccounts: ({ account }) => [
    {},
    ...filterBy(
      { external_id: `core ${account}` },
      { customer_id: 'cus-1' },
      { ids: `${account},acc_unknown` },
      { name_prefix: 'ada' },
      { product_id: 'current', status: 'ACTIVE' },
    ),
  ],
  replaceAccountMetadata: ({ account }) => [
    ...repeatCall({ path: { accountId: account }, body: { metadata: { branch: 'Lisbon 4' } } }),
    { path: { accountId: replaceIdTime(account) }, body: { metadata: {} } },
  ],
  getAccount: ({ account }) => [{ path: { accountId: account } }],
  getAccountBalance: ({ account }) => [
    { path: { accountId: account } },
    { path: { accountId: account }, query: { as_of: new Date().toISOString() } },
    { path: { accountId: account }, query: { as_of: '2000-01-01T00:00:00Z' } },
  ],
  getAccountStatement: ({ account }) => [
    { path: { accountId: account } },
    ...[
      { from: '1999-01-01T00:00:00Z', to: '2000-01-01T00:00:00Z' },
      { from: '2999-01-01T00:00:00Z', to: '2999-12-31T23:59:59Z' },
    ].map((query) => ({ path: { accountId: account }, query })),
  ],
  postJournalEntry: ({ account, untouched }) => [
    ...repeatCall({ body: credit(account, '1.00') }),
    { body: debit(account, '999.00') },
    { body: credit(untouched, '1.00') },
    { body: { ...credit(account, '1.00'), ledger_lines: LOOSE_LINES } },
  ],
  previewJournalEntry: ({ account, untouched }) => [
    { body: credit(account, '1.00') },
    { body: credit(untouched, '1.00') },
  ],
  postJournalEntries: ({ account }) => [
    ...repeatCall({ body: { entries: [credit(account, '1.00')] } }),
    { body: { entries: [debit(account, '999.00')] } },
  ],
  listJournalEntries: () => [
    {},
    ...filterBy({ entry_id: 'ent_01a1fa6b-0e31-7a5d-9f43-0b7f6a4d2b01' }),
    ...filterBy({ account_code: '1000' }, { reference: 'Invoice' }, { posted_by: 'ada' }),
    ...filterBy({ control_difference: '1000' }, { has_control_differences: 'true' }),
    ...filterBy({ has_skipped_rules: 'true' }),
  ],
  getJournalEntry: ({ entry }) => [{ path: { journalEntryId: entry } }],
  createLoan: ({ account }) => [
    ...repeatCall({ body: buildLoanRequest(account) }),
    { body: buildLoanRequest('acc_unknown') },
  ],
  listLoans: () => [{}],
  getLoan: ({ loan }) => [{ path: { loanId: loan } }],
  postLoanTransaction: ({ loan }) => {
    const path = { loanId: loan };
    return [
      ...repeatCall({ path, body: disbursement('1.00') }),
      { path, body: disbursement('9999.00') },
    ];
  },
  listLoanTransactions: ({ loan }) => [
    { path: { loanId: loan } },
    { path: { loanId: replaceIdTime(loan) } },
  ],
  getTransaction: ({ transaction }) => [{ path: { transactionId: transaction } }],
} satisfies ScenariosByOperation;

function filterBy(...filters: readonly Record<string, string>[]): CallOptions[] {
  return filters.map((query) => ({ query }));
}
