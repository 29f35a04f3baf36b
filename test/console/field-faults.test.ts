// What the API requires of members of a request stands at the fields from which they come.
import { expect, test } from '@jest/globals';
import { ApiFailure } from '../../console/src/api/api-failure.ts';
import { listMemberFaults } from '../../console/src/api/member-faults.ts';
import {
  findCorrectionField,
  findEntryField,
  findTransferField,
  placeFaults,
} from '../../console/src/pages/post/field-faults.ts';
import { EMPTY_LINE, EMPTY_POSTING } from '../../console/src/pages/post/entry-draft.ts';
import { validateRequest } from '../../functions/runtime/validate.ts';
import type { Refusal } from '../../functions/domain/refusals/refusals.ts';
import { postJournalEntry } from '../../schemas/generated/operations/post-journal-entry.ts';

const DRAFT = {
  lines: ['a', 'b'].map((id) => ({ ...EMPTY_LINE, id })),
  postings: ['p', 'q'].map((id) => ({ ...EMPTY_POSTING, id })),
};

function refuse(message: string | string[]): ApiFailure {
  const body = { statusCode: 400, message, error: 'Bad Request', code: 'invalid_request' };
  return new ApiFailure(400, { ...body, correlation_id: 'c-1' });
}

test('the sentences of the API name members and what it requires of them', () => {
  expect(
    listMemberFaults(
      refuse([
        '/ledger_lines/0/account_code must be words of visible characters',
        '/metadata/a~1b~0c is required',
        'the body must be object',
        '/entries',
      ]),
    ),
  ).toEqual([
    {
      path: ['ledger_lines', '0', 'account_code'],
      requirement: 'must be words of visible characters',
    },
    { path: ['metadata', 'a/b~c'], requirement: 'is required' },
  ]);
  expect(listMemberFaults(refuse('Account acc_1 is FROZEN.'))).toEqual([]);
  expect(listMemberFaults(new TypeError('/a is lost'))).toEqual([]);
});

test('each field of an entry that the API refuses is marked', () => {
  const body = {
    ledger_lines: [
      { account_code: 'CASH  1', debit_amount: '1.00' },
      { account_code: 'CASH', credit_amount: '01.00' },
    ],
    account_postings: [
      { account_id: 'acc_1', direction: 'CREDIT', amount: '1.00', currency: 'EUR' },
      {
        account_id: 'acc_1',
        direction: 'CREDIT',
        amount: '1.00',
        currency: 'EUR',
        reference: 'x'.repeat(161),
      },
    ],
    description: 'x'.repeat(501),
    effective_date: '2026-02-30',
  };
  const faults = listMemberFaults(refuse(findSentences(body)));
  const placed = placeFaults(faults, (path) => findEntryField(DRAFT, path));

  expect(Object.keys(placed).sort()).toEqual([
    'a.code',
    'b.credit',
    'description',
    'effectiveDate',
    'q.reference',
  ]);
});

/** What the service says of the body. */
function findSentences(body: object): string[] {
  try {
    validateRequest(postJournalEntry, { path: {}, query: {}, body });
    return [];
  } catch (error) {
    return [...((error as Refusal).faults ?? [])];
  }
}

test.each([
  ['ledger_lines/0/account_code', 'from'],
  ['ledger_lines/1/credit_amount', 'amount'],
  ['account_postings/0/account_id', 'from'],
  ['account_postings/1/currency', 'to'],
  ['account_postings/1/amount', 'amount'],
  ['account_postings/0/reference', 'reference'],
  ['description', 'description'],
])('in a transfer %s comes from the field %s', (path, field) => {
  expect(findTransferField(path.split('/'))).toBe(field);
});

test.each([
  ['reason', 'reason'],
  ['correction/journal/ledger_lines/1/credit_amount', 'b.credit'],
  ['correction/journal/account_postings/0/reference', 'p.reference'],
  ['correction/journal/ledger_lines', 'lines'],
])('in a correction %s comes from the field %s', (path, field) => {
  expect(findCorrectionField(DRAFT, path.split('/'))).toBe(field);
});
