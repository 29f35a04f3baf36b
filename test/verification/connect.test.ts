import { expect, test } from '@jest/globals';
import { findEvidenceBucket, openStageEvidence } from '../../commands/verification/connect.ts';

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
    openStageEvidence('production', { ...given, 'ledger-table': 'ledger-restored' }),
    openStageEvidence('production', { 'ledger-table': 'ledger-restored' }),
  ]);

  expect(opened.map((bucket) => bucket?.name)).toEqual([EVIDENCE, EVIDENCE, undefined]);
  for (const bucket of opened) bucket?.client.destroy();
});
