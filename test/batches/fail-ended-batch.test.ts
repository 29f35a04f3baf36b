// EventBridge reports the end of an execution: its batch must not look as if it were still running.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requestExport } from '../support/fixtures/batches/batches.ts';
import { callTask, startExports, runExportTasks } from '../support/fixtures/batches/exports.ts';
import type { TestExports } from '../support/fixtures/batches/exports.ts';

const TENANT = 'acme';

let exports: TestExports;
beforeAll(async () => {
  exports = await startExports();
});
afterAll(() => exports.stop());

const receipt = async (batchId: string) =>
  (await exports.call('getLegacyBatch', { path: { batchId } })).body;
const ended = (batchId: string, status: string) =>
  callTask('fail-ended-batch', {
    detail: { status, input: JSON.stringify({ tenant: TENANT, batchId }) },
  });

test.each([
  ['FAILED', 'failed on our side'],
  ['TIMED_OUT', 'failed on our side'],
  ['ABORTED', 'was stopped'],
])('marks a batch FAILED once when its execution is %s', async (status, reason) => {
  const { batchId } = await requestExport(exports);
  await callTask('begin-regulatory-export', { tenant: TENANT, batchId });
  await ended(batchId, status);
  const failed = await receipt(batchId);
  await ended(batchId, status);

  expect(failed).toMatchObject({
    status: 'FAILED',
    failure_reason: expect.stringContaining(reason),
  });
  expect(await receipt(batchId)).toEqual(failed);
});

test('marks a batch FAILED that has not started', async () => {
  const { batchId } = await requestExport(exports);
  await ended(batchId, 'ABORTED');

  expect(await receipt(batchId)).toMatchObject({ status: 'FAILED' });
});

test('leaves a batch that has ended', async () => {
  const [completed, failed] = [await requestExport(exports), await requestExport(exports)];
  await runExportTasks(TENANT, completed.batchId);
  const cause = JSON.stringify({ errorMessage: 'no balance' });
  const failure = { Error: 'BatchFailure', Cause: cause };
  await callTask('fail-batch', { tenant: TENANT, batchId: failed.batchId, failure });
  await ended(completed.batchId, 'FAILED');
  await ended(failed.batchId, 'FAILED');

  expect(await receipt(completed.batchId)).toMatchObject({ status: 'COMPLETED' });
  expect(await receipt(failed.batchId)).toMatchObject({ failure_reason: 'no balance' });
});
