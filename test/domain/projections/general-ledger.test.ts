// What the general ledger counts of an entry, and what it refuses to count.
import { expect, test } from '@jest/globals';
import { UnreadableEventError } from '../../../functions/domain/projections/event-payload.ts';
import { listCountedRecords } from '../../../functions/domain/projections/general-ledger.ts';
import type { DomainEvent } from '../../../functions/domain/projections/projector.ts';

const buildPosted = (more: object): DomainEvent => ({
  id: 'evt_1',
  type: 'journal_entry.posted',
  aggregateId: 'jrn_1',
  version: 1,
  occurredAt: '2026-02-27T10:00:00.000Z',
  payload: {
    id: 'jrn_1',
    entry_type: 'POSTING',
    currency: 'EUR',
    effective_date: '2026-02-28',
    posted_at: '2026-02-27T10:00:00.000Z',
    ledger_lines: [
      { account_code: '1000', debit_amount: '1.50' },
      { account_code: '2000', credit_amount: '1.50' },
    ],
    ...more,
  },
});

test('counts each line on its date, and each difference that the entry recorded', () => {
  const differences = [{ account_code: '2000', expected: '1.50', found: '-1.00' }];
  const records = listCountedRecords(buildPosted({ control_differences: differences }));

  const position = { journalEntryId: 'jrn_1', currency: 'EUR', date: '2026-02-28' };
  expect(records).toMatchObject([
    { ...position, accountCode: '1000', position: 1, side: 'DEBIT', amount: 150n },
    { ...position, accountCode: '2000', position: 2, side: 'CREDIT', amount: 150n },
    { ...position, accountCode: '2000', expected: 150n, found: -100n },
  ]);
  expect(listCountedRecords(buildPosted({}))).toHaveLength(2);
});

test.each(['2026-02-30', '2026-2-28', '2026-02-28T00:00:00Z', ''])(
  'counts no entry on "%s", which is no date',
  (effective_date) => {
    expect(() => listCountedRecords(buildPosted({ effective_date }))).toThrow(UnreadableEventError);
  },
);
