// S3 fails, is slow or loses answers during an export. A failed task is called again, as the state
// machine does, and the export ends with the same bytes.
import { randomBytes } from 'node:crypto';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PART_BYTES, writeLargeOnce } from '../../functions/artifacts/multipart-upload.ts';
import { describeObject, readWholeObject } from '../../functions/artifacts/objects.ts';
import { objectKeys } from '../../functions/artifacts/locations.ts';
import { writeTokenHolder } from '../../functions/identity/storage/directory.ts';
import { openIdentityTable } from '../../functions/identity/storage/identity-table.ts';
import { startRefusingKeys } from '../support/keys/refusing-keys.ts';
import { requestExport } from '../support/fixtures/batches/batches.ts';
import type { Endpoint } from '../../local/http/endpoint.ts';
import {
  callTask,
  LOG_HOST,
  readExportFiles,
  startExports,
  runExportTasks,
} from '../support/fixtures/batches/exports.ts';
import type { FinishedExport, TestExports } from '../support/fixtures/batches/exports.ts';
import { openAccount } from '../support/stack/ledger.ts';
import { PRESENT_PERIOD } from '../support/fixtures/periods.ts';
import { startS3Faults } from '../../tools/soak/faults/s3-faults.ts';
import type { S3Fault, S3Faults } from '../../tools/soak/faults/s3-faults.ts';
import { BUCKET } from '../support/stack/artifacts-bucket.ts';

const TENANT = 'acme';

let faults: S3Faults;
let exports: TestExports;
let sound: FinishedExport;
let signingKeys: Endpoint;
/** The tasks that failed while the key was refused. */
let refused: string[];
beforeAll(async () => {
  exports = await startExports(async (endpoint) => {
    faults = await startS3Faults(endpoint);
    return faults.endpoint;
  });
  await openAccount(exports, { funds: '100.00' });
  signingKeys = await startRefusingKeys(String(process.env['AWS_ENDPOINT_URL_KMS']));
  process.env['AWS_ENDPOINT_URL_KMS'] = signingKeys.endpoint;
  const { batchId } = await requestExport(exports, PRESENT_PERIOD);
  refused = (await runWithFaults(batchId)).map(({ name }) => name);
  sound = await readExportFiles(exports, TENANT, batchId);
});
afterAll(async () => {
  await exports.stop();
  await signingKeys.stop();
  await faults.stop();
});

const receipt = async (batchId: string) =>
  (await exports.call('getLegacyBatch', { path: { batchId } })).body;

async function listStoredVersions(batchId: string) {
  const Prefix = objectKeys.artifact(TENANT, batchId, '');
  const command = new ListObjectsV2Command({ Bucket: BUCKET, Prefix });
  const { Contents: stored = [] } = await exports.bucket.client.send(command);
  const keys = stored.map(({ Key }) => Key ?? '');
  const versions = keys.map(async (key) => (await describeObject(exports.bucket, key))?.versionId);
  return Object.fromEntries(
    (await Promise.all(versions)).map((version, at) => [keys[at], version]),
  );
}

/** Works on a batch; returns the failures and the files stored by then. */
async function runWithFaults(batchId: string, onFailure = async () => {}) {
  const failed: { name: string; kept: Record<string, string | undefined> }[] = [];
  const call: typeof callTask = async (name, input) => {
    try {
      return await callTask(name, input);
    } catch {
      failed.push({ name, kept: await listStoredVersions(batchId) });
      await onFailure();
      return callTask(name, input);
    }
  };
  await runExportTasks(TENANT, batchId, call);
  return failed;
}

/** Expects the result of an export without faults: the same bytes, and each file once. */
async function expectSame(batchId: string) {
  const files = await readExportFiles(exports, TENANT, batchId);
  expect(files.batch.status).toBe('COMPLETED');
  expect(files.batch.artifact).toEqual(sound.batch.artifact);
  expect(files.text).toBe(sound.text);
  expect(files.checksum).toBe(sound.checksum);
  expect(files.manifest.artifact).toEqual(sound.manifest.artifact);
  expect(files.batch.progress).toEqual(sound.batch.progress);
}

const SLICE = 'write-export-slice';
const ASSEMBLY = 'assemble-regulatory-export';
const writes: [task: string, file: string][] = [
  [SLICE, 'rows-0'],
  [SLICE, 'summary[.]json'],
  [ASSEMBLY, '[.]csv'],
  [ASSEMBLY, '[.]csv[.]sha256'],
  [ASSEMBLY, 'manifest[.]json'],
  [ASSEMBLY, 'manifest[.]json[.]sig'],
];
// The client stops retrying a 4xx at once, and a 5xx after five attempts.
const ends: [how: string, faults: S3Fault[]][] = [
  ['fails', [{ status: 403 }]],
  ['succeeds, but the answer is lost', ['lost', { status: 403 }]],
];
const cases = writes.flatMap((write) => ends.map((end) => [...write, ...end] as const));

test('an assembly to which the signing key is refused fails, and its repetition signs', async () => {
  expect(refused).toEqual([ASSEMBLY]);
  expect(sound.signature).toContain(LOG_HOST);
});

const setName = (name: string) =>
  writeTokenHolder(
    openIdentityTable(exports.identityTable),
    { tenantId: TENANT, id: 'carla', kind: 'OPERATOR', issuer: 'https://id', names: { name } },
    new Date(),
  );

test('a repeated assembly keeps the names of operators that the first one has stated', async () => {
  const { batchId } = await requestExport(exports, PRESENT_PERIOD);
  await setName('Carla Before');
  faults.next('PUT', new RegExp(`${batchId}/manifest[.]json[.]sig`), { status: 403 });
  const failed = await runWithFaults(batchId, () => setName('Carla After'));

  expect(failed.map(({ name }) => name)).toEqual([ASSEMBLY]);
  await expectSame(batchId);
  const { manifest } = await readExportFiles(exports, TENANT, batchId);
  expect(manifest.operators).toContainEqual({ id: 'carla', name: 'Carla Before' });
});

test.each(cases)('%s: the PUT of %s %s', async (name, file, _, befalls) => {
  const { batchId } = await requestExport(exports, PRESENT_PERIOD);
  faults.next('PUT', new RegExp(`${batchId}/.*${file}[?]`), ...befalls);
  const failed = await runWithFaults(batchId);

  expect(failed.map((one) => one.name)).toEqual([name]);
  await expectSame(batchId);
  const stored = await listStoredVersions(batchId);
  expect(Object.keys(stored)).toHaveLength(4);
  // Files stored before the failure are not written again.
  expect(stored).toMatchObject(failed[0]?.kept ?? {});
});

test('fails no task when S3 is slow, fails or loses answers now and then', async () => {
  const { batchId } = await requestExport(exports, PRESENT_PERIOD);
  const path = new RegExp(batchId);
  faults.next('PUT', path, { status: 500 }, 'lost', { delayMs: 200 }, 'lost');
  faults.next('GET', path, { status: 503 }, { delayMs: 200 }, { status: 500 });
  faults.next('HEAD', path, { status: 500 });

  expect(await runWithFaults(batchId)).toEqual([]);
  await expectSame(batchId);
});

test('resumes rows that break off during a copy, or copies them again', async () => {
  for (const [befalls, wanted] of [
    [[{ cutAfter: 9 }], []],
    [[{ cutAfter: 9 }, { status: 403 }], [{ name: ASSEMBLY, kept: {} }]],
  ] as [S3Fault[], object[]][]) {
    const { batchId } = await requestExport(exports, PRESENT_PERIOD);
    faults.next('GET', new RegExp(`${batchId}/.*rows-0`), ...befalls);
    const failed = await runWithFaults(batchId);

    expect(failed).toEqual(wanted);
    await expectSame(batchId);
  }
});

test('fails the export with a reason when S3 keeps failing', async () => {
  const { batchId } = await requestExport(exports, PRESENT_PERIOD);
  const always = Array.from({ length: 10 }, (): S3Fault => ({ status: 500 }));
  faults.next('PUT', new RegExp(`${batchId}/.*rows-0[?]`), ...always);
  const error = await runWithFaults(batchId).catch((caught: Error) => caught);
  const failure = { Error: (error as Error).name, Cause: JSON.stringify({ errorMessage: 'S3' }) };
  await callTask('fail-batch', { tenant: TENANT, batchId, failure });

  expect(error).toBeInstanceOf(Error);
  expect(await receipt(batchId)).toMatchObject({
    status: 'FAILED',
    failure_reason: expect.stringContaining('Something went wrong on our side'),
  });
  expect(await listStoredVersions(batchId)).toEqual({});
});

const uploads: [what: string, method: string, query: RegExp][] = [
  ['beginning', 'POST', /large-.*[?&]uploads/],
  ['second part', 'PUT', /large-.*partNumber=2/],
  ['end', 'POST', /large-.*uploadId/],
];
const UNTIL = new Date(Date.now() + 3_600_000);
const partedCases = uploads.flatMap((upload) => ends.map((end) => [...upload, ...end] as const));

test.each(partedCases)('an upload whose %s (%s %s) %s', async (...given) => {
  const [what, method, query, how, befalls] = given;
  const { bucket } = exports;
  const body = randomBytes(PART_BYTES + 7);
  const object = { key: `large-${what}-${how}`.replaceAll(/\W+/g, '-'), mediaType: 'text/csv' };
  const write = () => writeLargeOnce(bucket, { ...object, until: UNTIL }, inPieces(body));
  faults.next(method, query, ...befalls);
  await expect(write()).rejects.toThrow();
  const before = (await describeObject(bucket, object.key))?.versionId;
  const written = await write();

  expect(written.sizeBytes).toBe(body.byteLength);
  expect(body.equals((await readWholeObject(bucket, object.key)) ?? Buffer.alloc(0))).toBe(true);
  if (before) expect((await describeObject(bucket, object.key))?.versionId).toBe(before);
});

async function* inPieces(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.byteLength; at += 65_536) yield body.subarray(at, at + 65_536);
}
