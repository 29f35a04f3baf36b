// The tasks of an import, called as their state machine calls them, and repeated after every kind
// of outcome.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { readWholeObject, writeWorkObject } from '../../../functions/artifacts/objects.ts';
import { objectKeys } from '../../../functions/artifacts/locations.ts';
import type { BatchTaskName } from '../../../lib/constructs/state-machines/batch-tasks.ts';
import { callTask, startExports } from '../../support/fixtures/batches/exports.ts';
import type { TestExports } from '../../support/fixtures/batches/exports.ts';
import {
  runImport,
  buildImportRequest,
  requestImport,
  hashSha256,
  buildUploadRequest,
  runImportTasks,
} from '../../support/fixtures/batches/imports.ts';
import { advanceTime } from '../../support/stack/advance-time.ts';
import { startS3Faults } from '../../../tools/soak/faults/s3-faults.ts';
import type { S3Faults } from '../../../tools/soak/faults/s3-faults.ts';
import { buildEntity } from '../../support/fixtures/schemas.ts';

let faults: S3Faults;
let exports: TestExports;
beforeAll(async () => {
  exports = await startExports(async (endpoint) => {
    faults = await startS3Faults(endpoint);
    return faults.endpoint;
  });
});
afterAll(async () => {
  await exports.stop();
  await faults.stop();
});

const HEADING = 'account_reference,customer_id,product_id,name,currency\n';
const FAULTY = `${HEADING}${'A,c,p,n,EUR\nA,c,p,,eur\n'.repeat(40)}`;

const receipt = async (batchId: string) =>
  (await exports.call('getLegacyBatch', { path: { batchId } })).body;
const whyFailed = (batchId: string) =>
  runImportTasks('acme', batchId).then(
    () => 'it did not',
    (error: Error) => `${error.name}: ${error.message}`,
  );

test('writes the same report, checksum and manifest for the same file every time', async () => {
  const request = buildImportRequest(FAULTY);
  const [one, two] = [await runImport(exports, request), await runImport(exports, request)];
  const { batch, report, checksum, manifest } = one;

  expect(report.split('\r\n')).toHaveLength(1 + 80 + 1);
  expect(batch.artifact.checksum.value).toBe(hashSha256(report));
  expect(checksum).toBe(`${hashSha256(report)}  validation-report.csv\n`);
  expect(manifest).toMatchObject({
    batch_id: batch.batchId,
    request: request.record_type && { record_type: 'ACCOUNT' },
    encoding: 'utf-8',
    artifact: { checksum: { value: hashSha256(report) }, rows: 80 },
    control_totals: { rows: 80, accepted_rows: 40, rejected_rows: 40, rejections: 80 },
  });
  expect(batch.control_totals).toEqual(manifest.control_totals);
  expect(two.report).toBe(report);
  expect(two.batch.batchId).not.toBe(batch.batchId);
});

test('a repeated check of a chart finds what the first has found, although the chart has changed', async () => {
  const file = 'code,name,type,currency,parent,status,mappings\n10,Cash,ASSET,,1,,';
  const request = buildImportRequest(file, { record_type: 'GENERAL_LEDGER_ACCOUNT' });
  const { batchId } = await requestImport(exports, request);
  const awaited = await callTask('await-legacy-import', { tenant: 'acme', batchId });
  const received = await callTask('receive-legacy-import', awaited);
  const first = await callTask('validate-legacy-import', received);
  const body = { name: 'Assets', type: 'ASSET' };
  await exports.call('upsertGeneralLedgerAccount', { path: { code: '1' }, body });
  // Its answer was lost, or the first is still under way: the files are those of the last to end.
  const second = await callTask('validate-legacy-import', received);
  const completion = await callTask('assemble-legacy-import', first);
  await callTask('complete-legacy-import', { ...first, completion });

  expect(second).toEqual(first);
  const { artifact, control_totals } = await receipt(batchId);
  expect(control_totals).toMatchObject({ rejections: 1 });
  const key = objectKeys.artifact('acme', batchId, artifact.filename);
  const report = String(await readWholeObject(exports.bucket, key));
  expect(report).toContain('unknown_parent');
});

test('allows every task to be repeated, at once or after all others', async () => {
  const { batchId } = await requestImport(exports, buildImportRequest(FAULTY));
  const calls: [BatchTaskName, unknown][] = [];
  const call = async (name: BatchTaskName, input: unknown) => {
    calls.push([name, input]);
    const first = await callTask(name, input);
    expect(await callTask(name, input)).toEqual(first);
    return first;
  };
  const awaited = await call('await-legacy-import', { tenant: 'acme', batchId });
  const received = await call('receive-legacy-import', awaited);
  const validated = await call('validate-legacy-import', received);
  const completion = await call('assemble-legacy-import', validated);
  await call('complete-legacy-import', { ...validated, completion });
  const done = await receipt(batchId);

  for (const [name, input] of calls) await callTask(name, input);
  expect(done.status).toBe('COMPLETED');
  expect(await receipt(batchId)).toEqual(done);
});

test('is delayed but not changed when S3 fails, breaks off or loses answers', async () => {
  const { batch } = await runImport(exports, buildImportRequest(FAULTY));
  const { batchId } = await requestImport(exports, buildImportRequest(FAULTY));
  const path = new RegExp(batchId);
  faults.next('HEAD', path, { status: 500 });
  faults.next('GET', path, { status: 503 }, { cutAfter: 9 }, { cutAfter: 0 }, { status: 500 });
  faults.next('PUT', path, 'lost', { status: 500 }, { delayMs: 200 }, 'lost');
  await runImportTasks('acme', batchId);

  expect((await receipt(batchId)).artifact.checksum).toEqual(batch.artifact.checksum);
});

test.each<[string, Buffer | string, string]>([
  ['longer', 'a,b\n1', 'The file has 5 bytes, but its declaration says 4.'],
  ['truncated', 'a,', 'The file has 2 bytes, but its declaration says 4.'],
  ['other', 'a,c\n', 'but its declaration says'],
])('does not validate a file that is %s than declared', async (_, sent, reason) => {
  const { batchId } = await requestImport(exports, buildUploadRequest('a,b\n'));
  await writeWorkObject(exports.bucket, objectKeys.upload('acme', batchId), Buffer.from(sent));

  expect(await whyFailed(batchId)).toContain(reason);
});

test.each<[string, Buffer]>([
  ['gzip', gzipSync(Buffer.alloc(1_000_000))],
  ['ZIP', Buffer.from('PK\x03\x04 and so on')],
  ['bzip2', Buffer.from('BZh91AY&SY and so on')],
])('does not unpack a %s file', async (name, file) => {
  const { batchId } = await requestImport(exports, buildImportRequest(file));

  expect(await whyFailed(batchId)).toBe(
    `BatchFailure: The file is compressed (${name}). Upload it uncompressed; files are never unpacked.`,
  );
});

test('uses the first upload', async () => {
  const { batchId, upload } = await requestImport(exports, buildUploadRequest(FAULTY));
  const { url, method, headers } = upload;
  expect((await fetch(url, { method, headers, body: FAULTY })).status).toBe(200);
  const awaited = await callTask('await-legacy-import', { tenant: 'acme', batchId });
  const received = await callTask('receive-legacy-import', awaited);
  const other = Buffer.from('something else');
  await writeWorkObject(exports.bucket, objectKeys.upload('acme', batchId), other);
  const validated = await callTask('validate-legacy-import', received);

  expect(validated.checkpoint).toMatchObject({ rows: 80, rejections: 80 });
});

test('uses the version of the schema that was published at the request', async () => {
  const definition = buildEntity('slow');
  await exports.call('createSchema', { body: definition });
  const names = definition.fields.map(({ name }: { name: string }) => name);
  const body = buildImportRequest(`${names.join()}\n`, { entity_name: 'slow' });
  const { batchId } = await requestImport(exports, body);
  const more = { name: 'added', type: 'STRING', required: true };
  const next = { ...definition, fields: [...definition.fields, more] };
  await exports.call('importSchema', { body: next });
  await runImportTasks('acme', batchId);

  expect((await receipt(batchId)).request).toMatchObject({ schema_version: 1 });
  expect(await readWholeObject(exports.bucket, objectKeys.rejections('acme', batchId))).toEqual(
    Buffer.alloc(0),
  );
});

// The writes of the work: a worker killed at one of them starts again from its first task.
const writes = [
  'slice-0.ndjson',
  'slice-0.csv',
  'validation-report.csv',
  'rejections.ndjson',
  'validation-report.csv.sha256',
  'manifest.json',
];

test.each(writes)('restarts work that is killed at its %s, with the same result', async (name) => {
  const { batch } = await runImport(exports, buildImportRequest(FAULTY));
  const { batchId } = await requestImport(exports, buildImportRequest(FAULTY));
  faults.next('PUT', new RegExp(`${batchId}.*${name}[?]`), { status: 403 });
  await expect(runImportTasks('acme', batchId)).rejects.toThrow();
  expect((await receipt(batchId)).status).toBe('RUNNING');
  await runImportTasks('acme', batchId);

  const ended = await receipt(batchId);
  expect(ended.status).toBe('COMPLETED');
  expect(ended.artifact).toEqual(batch.artifact);
  expect(ended.control_totals).toEqual(batch.control_totals);
});

test('fails, and stores nothing, when the retention of its report has ended', async () => {
  const { batchId } = await requestImport(exports, buildImportRequest(FAULTY));
  const awaited = await callTask('await-legacy-import', { tenant: 'acme', batchId });
  const received = await callTask('receive-legacy-import', awaited);
  const validated = await callTask('validate-legacy-import', received);
  advanceTime(2 * 86_400_000);
  const assembled = callTask('assemble-legacy-import', validated);

  await expect(assembled).rejects.toMatchObject({
    name: 'BatchFailure',
    message: expect.stringContaining('retention'),
  });
  jest.useRealTimers();
  const rejections = objectKeys.rejections('acme', batchId);
  expect(await readWholeObject(exports.bucket, rejections)).toBeUndefined();
});

// Must be the last test: an S3 client that has seen the clock jump signs with its offset for a
// while.
test('polls for a missing file less and less often, and finally gives up', async () => {
  const { batchId, upload } = await requestImport(exports, buildUploadRequest(FAULTY));
  const ask = () => callTask('await-legacy-import', { tenant: 'acme', batchId });
  expect(await ask()).toMatchObject({ isThere: false, waitSeconds: 1 });
  advanceTime(400_000);
  expect(await ask()).toMatchObject({ isThere: false, waitSeconds: 51 });
  advanceTime(3_500_000);
  await expect(ask()).rejects.toThrow(`No file was uploaded by ${upload.expires_at}.`);
  jest.useRealTimers();

  const failure = await callTask('fail-batch', {
    tenant: 'acme',
    batchId,
    failure: { Error: 'BatchFailure', Cause: JSON.stringify({ errorMessage: 'No file.' }) },
  });
  expect(failure).toEqual({});
  expect(await receipt(batchId)).toMatchObject({ status: 'FAILED', failure_reason: 'No file.' });
});
