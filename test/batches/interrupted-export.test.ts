// An export whose workers stop at their time has the manifest of one that ran through, and the assembly takes only
// what its workers have written.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { objectKeys } from '../../functions/artifacts/locations.ts';
import { readWholeObject, writeOnce, writeWorkObject } from '../../functions/artifacts/objects.ts';
import { rowsFileKey } from '../../functions/batches/export/export-input.ts';
import { requestExport } from '../support/fixtures/batches/batches.ts';
import {
  callTask,
  readExportFiles,
  runExport,
  runExportTasks,
  startExports,
} from '../support/fixtures/batches/exports.ts';
import type { FinishedExport, TestExports } from '../support/fixtures/batches/exports.ts';
import { PRESENT_PERIOD } from '../support/fixtures/periods.ts';
import { credit, openAccount } from '../support/stack/ledger.ts';

const TENANT = 'acme';

let exports: TestExports;
let whole: FinishedExport;
beforeAll(async () => {
  exports = await startExports();
  const account = await openAccount(exports, { funds: '1.00' });
  const body = credit(account, '2.00');
  await exports.call('postJournalEntry', { subject: 'op_second', body });
  whole = await runExport(exports, PRESENT_PERIOD);
});
afterAll(() => exports.stop());

const request = async (): Promise<string> => (await requestExport(exports, PRESENT_PERIOD)).batchId;
const readManifest = (batchId: string) =>
  readWholeObject(exports.bucket, objectKeys.manifest(TENANT, batchId));

test('a worker that stops after each page leaves its counts and operators to the next run', async () => {
  const batchId = await request();
  await runExportTasks(TENANT, batchId, (name, input) => callTask(name, input, 1_000));
  const { manifest, text } = await readExportFiles(exports, TENANT, batchId);

  expect(text).toBe(whole.text);
  // Two lines and a posting of each of two entries.
  expect(manifest.artifact).toMatchObject({ rows: 6, checksum: whole.manifest.artifact.checksum });
  expect(manifest.control_totals).toEqual(whole.manifest.control_totals);
  expect(manifest.operators?.map(({ id }) => id)).toEqual(['ada', 'carla', 'op_second']);
});

test('rows that are not those that the worker has counted are not assembled', async () => {
  const batchId = await request();
  const input = await callTask('begin-regulatory-export', { tenant: TENANT, batchId });
  const plan = await callTask('plan-regulatory-export', input);
  await callTask('write-export-slice', { tenant: TENANT, batchId, slice: plan.slices[0] });
  const key = rowsFileKey({ tenant: TENANT, batchId }, 0, 0);
  const rows = (await readWholeObject(exports.bucket, key)) ?? Buffer.alloc(0);
  await writeWorkObject(exports.bucket, key, rows.subarray(0, -1));

  await expect(callTask('assemble-regulatory-export', { ...input, plan })).rejects.toThrow(
    `slice 0 has ${rows.byteLength - 1} bytes, not ${rows.byteLength}`,
  );
  expect(await readManifest(batchId)).toBeUndefined();
});

test('no manifest describes a file of another size that stands in place of the artifact', async () => {
  const batchId = await request();
  const key = objectKeys.artifact(TENANT, batchId, whole.manifest.artifact.filename);
  const until = new Date(Date.now() + 60_000);
  await writeOnce(exports.bucket, {
    key,
    body: Buffer.from('other'),
    mediaType: 'text/csv',
    until,
  });

  await expect(runExportTasks(TENANT, batchId)).rejects.toThrow(`${key} has 5 bytes, not `);
  expect(await readManifest(batchId)).toBeUndefined();
});
