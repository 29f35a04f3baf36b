// A legal basis is free text, and no part of it becomes a path, a header or a formula.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runExport, startExports } from '../support/fixtures/batches/exports.ts';
import type { TestExports } from '../support/fixtures/batches/exports.ts';
import { PRESENT_PERIOD } from '../support/fixtures/periods.ts';
import { openAccount } from '../support/stack/ledger.ts';

let exports: TestExports;
beforeAll(async () => {
  exports = await startExports();
  await openAccount(exports, { funds: '1.00' });
});
afterAll(() => exports.stop());

test.each([
  ['../../etc/passwd', '-etc-passwd'],
  ['§ 24c KWG "a"; filename=b', '-24c-KWG-a-filename-b'],
  ['=HYPERLINK("x")\\\u202e', '-HYPERLINK-x-'],
  ['銀行法', '-'],
])('exports for the legal basis %s', async (legal_basis_code, named) => {
  const { batch, manifest, text } = await runExport(exports, {
    ...PRESENT_PERIOD,
    legal_basis_code,
    format: 'csv',
  });
  const path = { batchId: batch.batchId };
  const artifact = await exports.call('getLegacyBatchArtifact', { path });

  const { period_from, period_to } = batch.request;
  const filename = `regulatory-export_${named}_${period_from}_${period_to}.csv`;
  expect(batch.artifact.filename).toBe(filename);
  expect(artifact.headers['Content-Disposition']).toBe(`attachment; filename="${filename}"`);
  expect(artifact.text).toBe(text);
  expect(text).not.toContain(legal_basis_code);
  expect(manifest).toMatchObject({ legal_basis_code, artifact: { filename } });
});
