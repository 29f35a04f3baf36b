// The words by which a checker recognizes in the list what a request would change.
import { expect, test } from '@jest/globals';
import { submitChange } from '../../../functions/domain/requests/change-requests.ts';
import type { GeneralLedgerRequest } from '../../../functions/domain/requests/general-ledger.ts';
import {
  describeChangeRequest,
  describeGeneralLedgerRequest,
} from '../../../functions/domain/requests/request-summaries.ts';
import { describeChange, submission } from '../../support/fixtures/described-change.ts';
import type { ChangedRequest } from '../../support/fixtures/described-change.ts';

const lines = [
  { account_code: '1000', debit_amount: '1.00' },
  { account_code: '2000', credit_amount: '1.00' },
];

const labels: [operation: string, request: ChangedRequest, label: string][] = [
  ['postJournalEntry', { body: { description: 'Rent', ledger_lines: lines } }, 'Rent'],
  ['postJournalEntry', { body: { ledger_lines: lines } }, '1000, 2000'],
  [
    'postJournalEntries',
    { body: { entries: [{ description: 'Rent', ledger_lines: lines }, { ledger_lines: lines }] } },
    'Rent; 1000, 2000',
  ],
  [
    'updateGeneralLedgerSettings',
    { body: { chart: 'ENFORCED', time_zone: 'Europe/Berlin', reason: 'Audit' } },
    'chart, time_zone',
  ],
  [
    'replaceControls',
    { body: { controls: [{ operation: 'createLoan' }, { operation: 'createAccount' }] } },
    'createLoan, createAccount',
  ],
  ['submitLegacyImport', { body: { file: { name: 'balances.csv' } } }, 'balances.csv'],
  ['createAccount', { body: { name: 'Ada Lovelace', product_id: 'basic' } }, 'Ada Lovelace'],
  ['createLoan', { body: { reference: 'L-7', customer_id: 'c-1', ...anyMoney() } }, 'L-7'],
  ['createLoan', { body: { customer_id: 'c-1', ...anyMoney() } }, 'c-1'],
  [
    'postLoanTransaction',
    { path: { loanId: 'loan_1' }, body: { type: 'REPAYMENT', amount: '1.00', currency: 'EUR' } },
    'REPAYMENT loan_1',
  ],
  ['executeWorkflow', { path: { workflowId: 'wf_1' } }, 'wf_1'],
  ['upsertProduct', { body: { id: 'basic', type: 'CURRENT_ACCOUNT' } }, 'basic'],
  ['upsertProduct', { body: { type: 'CURRENT_ACCOUNT' } }, 'CURRENT_ACCOUNT'],
  ['generateProductConfiguration', { body: { jurisdiction: 'DE' } }, 'DE'],
  [
    'createRule',
    { path: { productId: 'basic' }, body: { id: 'fee', rule_type: 'FEE' } },
    'basic fee',
  ],
  ['createRule', { path: { productId: 'basic' }, body: { rule_type: 'FEE' } }, 'basic FEE'],
  ['seedDefaultRules', { path: { productId: 'basic' } }, 'basic'],
  ['updateRule', { path: { productId: 'basic', ruleId: 'fee' } }, 'basic fee'],
  ['deleteRule', { path: { productId: 'basic', ruleId: 'fee' } }, 'basic fee'],
  ['createSchema', { body: { display_name: 'Company', entity_name: 'company' } }, 'Company'],
  ['createSchema', { body: { entity_name: 'company' } }, 'company'],
  ['importSchema', { body: { display_name: 'Company' } }, 'Company'],
  ['createWorkflow', { body: { name: 'Fees' } }, 'Fees'],
  ['createWebhook', { body: { url: 'https://bank.example' } }, 'https://bank.example'],
  ['replaceWebhook', { body: { url: 'https://bank.example' } }, 'https://bank.example'],
  ['upsertGeneralLedgerAccount', { path: { code: '1000' }, body: { name: 'Cash' } }, '1000 Cash'],
];

function anyMoney() {
  return { principal: '1.00', currency: 'EUR' };
}

test.each(labels)('%s of %j is called %s', (operation, request, label) => {
  expect(describeChange(operation, request)).toMatchObject({ operation, label });
});

test('a request whose body names nothing is called by its operation', () => {
  const unnamed = ['createAccount', 'seedDefaultRules', 'submitLegacyImport', 'replaceControls'];
  for (const operation of unnamed) expect(describeChange(operation, {}).label).toBe(operation);
  const body = { ledger_lines: [] };
  expect(describeChange('postJournalEntry', { body }).label).toBe('postJournalEntry');
});

test('a long description is cut after 160 characters, and no character in two', () => {
  const { label } = describeChange('createAccount', { body: { name: '🐎'.repeat(200) } });

  expect(label).toBe('🐎'.repeat(160));
});

test('a control that has caught the request is part of its description, and no amount that it has not', () => {
  const control = { version: 3, index: 0 };
  const caught = describeChangeRequest({
    ...submitChange({ operation: 'createAccount', request: { path: {}, body: {} } }, submission),
    control: control as never,
  });

  expect(caught).toEqual({ operation: 'createAccount', label: 'createAccount', control });
  expect(Object.keys(describeChange('createAccount', {}))).toEqual(['operation', 'label']);
});

test.each([
  [{ kind: 'PERIOD_CLOSE', period: '2026-10' }, 'closeGeneralLedgerPeriod', '2026-10'],
  [{ kind: 'PERIOD_REOPEN', period: '2026-10' }, 'reopenGeneralLedgerPeriod', '2026-10'],
  [{ kind: 'YEAR_CLOSE', yearClosing: { year: '2026-01' } }, 'closeGeneralLedgerYear', '2026-01'],
  [
    { kind: 'SETTINGS_CHANGE', settings: { chart: 'OPEN', control_accounts: 'OPEN' } },
    'updateGeneralLedgerSettings',
    'chart, control_accounts',
  ],
])('a request of %j is called by what it changes', (request, operation, label) => {
  const described = describeGeneralLedgerRequest(request as GeneralLedgerRequest);

  expect(described).toEqual({ operation, type: request.kind, label });
});
