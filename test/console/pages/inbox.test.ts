// What the inbox lists and says, without a browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { RequestSummary } from '../../../client/client.ts';
import { readTokens, listTokens } from '../../../console/src/pages/inbox/filter-tokens.ts';
import {
  buildRequestQuery,
  chooseView,
  isFiltered,
} from '../../../console/src/pages/inbox/inbox-search.ts';
import {
  describeAction,
  describeSummary,
} from '../../../console/src/pages/inbox/request-titles.ts';
import {
  reportDecision,
  reportLostDecision,
} from '../../../console/src/pages/inbox/request/decision-end.ts';
import { listAskedMembers } from '../../../console/src/pages/inbox/request/asked-members.ts';
import { listDecisions } from '../../../console/src/pages/inbox/request/decision-rules.ts';
import { listWithdrawPermissions } from '../../../console/src/pages/inbox/request-kinds.ts';
import { SEARCH_CHECKS } from '../../../console/src/pages/inbox/search-checks.ts';
import { applyDecisions } from '../../../console/src/pages/inbox/decided-requests.ts';
import { formatAge } from '../../../console/src/values/instants.ts';
import { formatAmount } from '../../../console/src/values/money.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const isValid = (name: keyof typeof SEARCH_CHECKS, value: string) => SEARCH_CHECKS[name](value);

const summary: RequestSummary = {
  id: 'far_1',
  kind: 'FINANCIAL_ADJUSTMENT',
  operation: 'submitFinancialAdjustmentRequest',
  type: 'REVERSAL',
  subject: 'jrn_1',
  subject_label: 'Salary',
  status: 'PENDING_APPROVAL',
  reason: 'wrong payee',
  requested_by: 'op_maker',
  correlation_id: 'c',
  created_at: '2026-11-20T11:59:48.000Z',
};

const CHANGE = {
  id: 'chg_1',
  operation: 'postJournalEntry',
  request: { path: {} },
  reason: 'salaries',
  requested_by: 'op_maker',
  correlation_id: 'c',
  created_at: '2026-11-20T11:59:48.000Z',
} as const;

test('the filters of an address are the tokens of the field, and become the address again', () => {
  const search = {
    kind: 'CHANGE',
    amount_from: '10000.00',
    amount_to: '12345678901234567890123456789012345678.90',
    currency: 'EUR',
    age_from: '1d',
  } as const;
  const tokens = listTokens(search, (amount) => formatAmount(amount, 'de'));

  expect(tokens[1]).toEqual({ propertyKey: 'amount', operator: '>=', value: '10.000,00' });
  expect(readTokens(tokens, isValid, 'de')).toEqual({
    filters: search,
    faultyProperty: undefined,
  });
});

test.each([
  ['amount', '>=', '1.000,5'],
  ['amount', '<=', 'much'],
  ['kind', '=', 'LOAN'],
  ['age', '>=', 'old'],
  ['currency', '=', 'euros'],
])('a value of %s that is not one is left out and reported', (propertyKey, operator, value) => {
  expect(readTokens([{ propertyKey, operator, value }], isValid, 'en')).toEqual({
    filters: {},
    faultyProperty: propertyKey,
  });
});

test('the query of a view has its filters, and ages become times', () => {
  const search = { view: 'mine', age_from: '1h', age_to: '7d', maker: 'op_1' } as const;

  expect(buildRequestQuery(search, 'mine', NOW)).toEqual({
    maker: 'op_1',
    mine: 'true',
    from: '2026-11-13T12:00:00.000Z',
    to: '2026-11-20T11:00:00.000Z',
  });
  expect(buildRequestQuery({}, 'for-me', NOW)).toEqual({ decidable: 'true' });
  expect([isFiltered(search), isFiltered({ view: 'mine', order: 'asc' })]).toEqual([true, false]);
});

test('a view that the permissions do not open is not shown', () => {
  expect(chooseView({}, ['finance.read', 'finance.approve'])).toBe('for-me');
  expect(chooseView({ view: 'for-me' }, ['finance.read', 'finance.write'])).toBe('mine');
  expect(chooseView({ view: 'mine' }, ['finance.read'])).toBe('all');
});

test('an operator decides the requests of others, and only withdraws an own one', () => {
  const pending = { status: 'PENDING_APPROVAL', requested_by: 'op_maker' } as const;
  const all = { mayDecide: true, mayWithdraw: true };

  expect(listDecisions(pending, { own: 'op_1', ...all })).toEqual(['approve', 'reject']);
  expect(listDecisions(pending, { own: 'op_maker', ...all })).toEqual(['withdraw']);
  expect(listDecisions({ ...pending, status: 'APPLIED' }, { own: 'op_1', ...all })).toEqual([]);
  expect(listDecisions(pending, { own: 'op_1', mayDecide: false, mayWithdraw: true })).toEqual([]);
});

test('a request of no kind is one under control, whatever its id', () => {
  const makers = ['finance.write', 'configuration.write', 'compliance.operate'];

  expect(listWithdrawPermissions('lcr_1')).toEqual(['finance.write']);
  for (const id of ['none', 'constructor', 'toString_1']) {
    expect(listWithdrawPermissions(id)).toEqual(makers);
  }
});

test('what was decided here leaves the list of what waits, and shows its state in the others', () => {
  const decided = new Map([['far_1', 'APPLIED' as const]]);

  expect(applyDecisions([summary], 'for-me', decided)).toEqual([]);
  expect(applyDecisions([summary], 'all', decided)[0]?.status).toBe('APPLIED');
});

test('every operation under control has a name of its own', () => {
  const file = join(import.meta.dirname, '../../../schemas/models/change-request-operation.json');
  const { enum: operations }: { enum: string[] } = JSON.parse(readFileSync(file, 'utf8'));

  expect(operations.length).toBeGreaterThan(20);
  expect(operations.filter((operation) => describeAction(operation) === operation)).toEqual([]);
  expect(describeSummary(summary)).toBe('Reverse the entry: Salary');
});

test('sentences say what became of a decision', () => {
  const request = {
    ...CHANGE,
    decided_by: 'op_2',
    failure_reason: 'Account acc_1 is CLOSED.',
  } as const;

  expect(reportDecision({ ...request, status: 'FAILED' }, 'Post an entry').sentence).toBe(
    'Approved, but not applied: Account acc_1 is CLOSED. Nothing was posted.',
  );
  const age = formatAge(summary.created_at, NOW, 'en');
  expect(reportLostDecision({ ...request, status: 'APPLIED' }, 'Grace Hopper', age)).toBe(
    'Grace Hopper approved this 12 sec. ago. Your decision was not recorded.',
  );
});

test('all members of what was asked for are listed, and nothing else', () => {
  const body = { ledger_lines: [{ account_code: '1000', debit_amount: '1.00' }], 'a/b': null };
  const members = listAskedMembers({
    ...CHANGE,
    request: { path: {}, body },
    status: 'PENDING_APPROVAL',
  });

  expect(members).toEqual([
    { path: '/operation', value: 'postJournalEntry' },
    { path: '/request/path', value: '{}' },
    { path: '/request/body/ledger_lines/0/account_code', value: '1000' },
    { path: '/request/body/ledger_lines/0/debit_amount', value: '1.00' },
    { path: '/request/body/a~1b', value: 'null' },
  ]);
});

test.each([
  ['2026-11-20T12:00:05.000Z', '0 sec. ago'],
  ['2026-11-20T11:58:59.000Z', '1 min. ago'],
  ['2026-11-18T12:00:00.000Z', '2 days ago'],
])('an age fills its largest unit: %s is %s', (instant, shown) => {
  expect(formatAge(instant, NOW, 'en')).toBe(shown);
});
