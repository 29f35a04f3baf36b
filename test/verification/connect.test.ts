import { expect, test } from '@jest/globals';
import { findTable } from '../../commands/verification/connect.ts';

const LEDGER = 'countinghouse-production-data-Ledger75CB8A60-1ABC';
const RECEIPTS = 'countinghouse-production-data-Receipts0F3C-1ABC';

test('finds the tables of a stage by the names that CloudFormation gave them', () => {
  const names = [LEDGER, RECEIPTS, 'countinghouse-production-identity'];

  expect(findTable(names, 'production', 'Ledger')).toBe(LEDGER);
  expect(findTable(names, 'production', 'Receipts')).toBe(RECEIPTS);
});

test('takes no table for another one', () => {
  expect(() => findTable([LEDGER], 'test', 'Ledger')).toThrow(
    'There is no table countinghouse-test',
  );
  expect(() => findTable([LEDGER, `${LEDGER}D`], 'production', 'Ledger')).toThrow('--ledger-table');
});
