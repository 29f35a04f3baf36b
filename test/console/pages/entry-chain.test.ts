// Reversals and corrections of an entry form one chain, from each of its entries.
import { expect, test } from '@jest/globals';
import type { JournalEntry } from '../../../client/client.ts';
import { readEntryChain } from '../../../console/src/pages/journal-entry/entry-chain.ts';
import { isCalendarDate } from '../../../console/src/values/calendar-dates.ts';
import {
  formatMinorUnits,
  parseMinorUnits,
  sumAmounts,
} from '../../../console/src/values/minor-units.ts';

const POSTED = {
  ledger_lines: [],
  account_postings: [],
  effective_date: '2026-11-20',
  posted_by: 'op_1',
  correlation_id: 'c-1',
  posted_at: '2026-11-20T09:30:00.000Z',
};

const entries: readonly JournalEntry[] = [
  { ...POSTED, id: 'jrn_1', entry_type: 'POSTING', reversed_by: 'jrn_2' },
  {
    ...POSTED,
    id: 'jrn_2',
    entry_type: 'REVERSAL',
    reverses_journal_entry_id: 'jrn_1',
    adjustment_request_id: 'far_1',
  },
  {
    ...POSTED,
    id: 'jrn_3',
    entry_type: 'CORRECTION',
    replaces_journal_entry_id: 'jrn_1',
    reversed_by: 'jrn_4',
  },
  {
    ...POSTED,
    id: 'jrn_4',
    entry_type: 'REVERSAL',
    reverses_journal_entry_id: 'jrn_3',
    adjustment_request_id: 'far_2',
  },
  { ...POSTED, id: 'jrn_5', entry_type: 'POSTING' },
];

function find(id: string): JournalEntry {
  const entry = entries.find((each) => each.id === id);
  if (entry === undefined) throw new Error(`There is no entry ${id}.`);
  return entry;
}

async function readChain(id: string, replacement?: string) {
  const steps = await readEntryChain(find(id), {
    readEntry: async (each) => find(each),
    findReplacement: async (requestId) => (requestId === 'far_1' ? replacement : undefined),
  });
  return steps.map(({ kind, entry }) => `${kind} ${entry.id}`);
}

const WHOLE = ['posted jrn_1', 'reversed jrn_2', 'replaced jrn_3', 'reversed jrn_4'];

test.each(['jrn_1', 'jrn_2', 'jrn_3', 'jrn_4'])('%s is shown in its whole chain', async (id) => {
  expect(await readChain(id, 'jrn_3')).toEqual(WHOLE);
});

test('a reader without requests sees the chain of a correction from that', async () => {
  expect(await readChain('jrn_3')).toEqual(WHOLE);
  expect(await readChain('jrn_1')).toEqual(WHOLE.slice(0, 2));
});

test('an entry that was not adjusted is its own chain', async () => {
  expect(await readChain('jrn_5')).toEqual(['posted jrn_5']);
});

test('amounts are summed exactly at any size', () => {
  const largest = `${'9'.repeat(36)}.99`;

  expect(formatMinorUnits(sumAmounts([largest, undefined, '0.01']))).toBe(`1${'0'.repeat(36)}.00`);
  expect(formatMinorUnits(parseMinorUnits('-0.05'))).toBe('-0.05');
  expect(formatMinorUnits(0n)).toBe('0.00');
});

test.each([
  ['2026-02-28', true],
  ['2026-02-30', false],
  ['2026-2-8', false],
  ['today', false],
])('%s is a day of the calendar: %s', (text, isDay) => {
  expect(isCalendarDate(text)).toBe(isDay);
});
