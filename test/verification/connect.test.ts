import { expect, test } from '@jest/globals';
import {
  findEvidenceBucket,
  findTable,
  openStageEvidence,
} from '../../commands/verification/connect.ts';

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

const EVIDENCE = 'countinghouse-production-data-evidence1f2e-1abc';

test('finds the bucket of the evidence logs, which a stage of an earlier version has not', () => {
  const names = [EVIDENCE, 'countinghouse-production-data-artifacts1f2e-1abc'];

  expect(findEvidenceBucket(names, 'production')).toBe(EVIDENCE);
  expect(findEvidenceBucket(names, 'test')).toBeUndefined();
  expect(() => findEvidenceBucket([EVIDENCE, `${EVIDENCE}d`], 'production')).toThrow(
    '--evidence-bucket',
  );
});

test('opens the given bucket of evidence logs, also with other tables', async () => {
  const given = { 'evidence-bucket': EVIDENCE };
  const opened = await Promise.all([
    openStageEvidence('production', given),
    openStageEvidence('production', { ...given, 'ledger-table': LEDGER }),
    openStageEvidence('production', { 'ledger-table': LEDGER }),
  ]);

  expect(opened.map((bucket) => bucket?.name)).toEqual([EVIDENCE, EVIDENCE, undefined]);
  for (const bucket of opened) bucket?.client.destroy();
});
