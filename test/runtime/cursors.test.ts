// A cursor works only for the tenant, the operation and the filters of its list (docs/contract.md, Lists and cursors),
// and for pages of any length.
import { expect, test } from '@jest/globals';
import type { RequestScope } from '../../functions/ledger/commit/session.ts';
import { sealCursor } from '../../functions/runtime/cursors.ts';
import { buildCursorScope, openRequestCursor } from '../../functions/runtime/results.ts';

const POSITION = 'txn_01936f2e-5b1c-7c3a-9d41-6f2f7e1b2a00';

const LIST = {
  tenant: 'acme',
  operation: 'listLoanTransactions',
  path: { loanId: 'loan_1' } as object,
  query: { status: 'ACTIVE', limit: 2 } as object,
};

type LoanListRequest = Partial<typeof LIST>;

function buildScope(request: LoanListRequest) {
  const { tenant, operation, path, query } = { ...LIST, ...request };
  return buildCursorScope({ path, query }, { tenant, operation } as RequestScope);
}

/** The position that the request gets from a cursor of LIST. */
function openIn(request: LoanListRequest): string | undefined {
  const cursor = sealCursor(buildScope({}), POSITION);
  const query = { ...LIST.query, ...request.query, cursor };
  return openRequestCursor({ query }, buildScope({ ...request, query }));
}

test.each<[string, LoanListRequest]>([
  ['the next page', {}],
  ['a longer page', { query: { limit: 50 } }],
])('continues the list with %s', (_, request) => {
  expect(openIn(request)).toBe(POSITION);
});

test.each<[string, LoanListRequest]>([
  ['another tenant', { tenant: 'globex' }],
  ['another operation', { operation: 'listLoans' }],
  ['another path', { path: { loanId: 'loan_2' } }],
  ['no path', { path: {} }],
  ['another filter', { query: { status: 'CLOSED' } }],
  ['one more filter', { query: { order: 'desc' } }],
])('is refused for %s', (_, request) => {
  expect(() => openIn(request)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
});

test('the first page has no position', () => {
  expect(openRequestCursor({ query: {} }, buildScope({}))).toBeUndefined();
  expect(openRequestCursor({}, buildScope({}))).toBeUndefined();
});
