import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readArtifactFile } from '../../../functions/api/batches/read-artifact-file.ts';
import { requestExport } from '../../support/fixtures/batches/batches.ts';
import { runExport, startExports } from '../../support/fixtures/batches/exports.ts';
import type { FinishedExport, TestExports } from '../../support/fixtures/batches/exports.ts';
import { openAccount } from '../../support/stack/ledger.ts';
import type { CallOptions } from '../../support/stack/ledger.ts';
import { PRESENT_PERIOD } from '../../support/fixtures/periods.ts';

let exports: TestExports;
let files: FinishedExport;
beforeAll(async () => {
  exports = await startExports();
  await openAccount(exports, { funds: '12.50' });
  files = await runExport(exports, PRESENT_PERIOD);
});
afterAll(() => exports.stop());

const get = (options: CallOptions = {}) =>
  exports.call('getLegacyBatchArtifact', {
    path: { batchId: files.batch.batchId },
    ...options,
  });

test('returns the file with its media type, name and digest', async () => {
  const { status, headers, text } = await get();
  const { artifact } = files.batch;
  const digest = createHash('sha256').update(text).digest('base64');

  expect(status).toBe(200);
  expect(text).toBe(files.text);
  expect(Buffer.byteLength(text)).toBe(artifact.size_bytes);
  expect(headers).toMatchObject({
    'Content-Type': artifact.media_type,
    'Content-Disposition': `attachment; filename="${artifact.filename}"`,
    'Content-Digest': `sha-256=:${digest}:`,
    'Repr-Digest': `sha-256=:${digest}:`,
    ETag: `"${artifact.checksum.value}"`,
  });
});

test('returns the checksum in the format of sha256sum', async () => {
  const { text, headers } = await get({ query: { file: 'checksum' } });
  const { filename, checksum } = files.batch.artifact;

  expect(text).toBe(`${checksum.value}  ${filename}\n`);
  expect(headers['Content-Type']).toBe('text/plain');
});

test('returns the manifest', async () => {
  const { body } = await get({ query: { file: 'manifest' } });

  expect(body).toEqual(files.manifest);
});

test('returns a link to a large file that is valid for five minutes', async () => {
  const { bucket } = exports;
  const { filename, media_type: mediaType } = files.batch.artifact;
  const { batchId } = files.batch;
  const key = `artifacts/acme/${batchId}/${filename}`;
  const artifact = { key, filename, mediaType, sizeBytes: 2 ** 21, checksum: '', rows: 0 };
  const wanted = { artifact, batchId, file: 'artifact' } as const;
  const { content } = await readArtifactFile(bucket, 'acme', wanted);
  const url = 'url' in content ? content.url : '';
  const answer = await fetch(url);

  expect(await answer.text()).toBe(files.text);
  const digest = createHash('sha256').update(files.text).digest('base64');
  expect(answer.headers.get('x-amz-checksum-sha256')).toBe(digest);
  expect(answer.headers.get('content-type')).toBe(mediaType);
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('300');
});

test.each(['artifact', 'checksum', 'manifest', 'signature'])(
  'returns a link to the %s, however small it is, with its digest and its end',
  async (file) => {
    const inline = await get({ query: { file } });
    const before = Date.now();
    const { status, body } = await get({ query: { file, as: 'link' } });
    const downloaded = await fetch(body.url);
    const bytes = Buffer.from(await downloaded.arrayBuffer());

    expect(status).toBe(200);
    expect(bytes.toString()).toBe(inline.text);
    expect(downloaded.headers.get('content-type')).toBe(body.media_type);
    expect(downloaded.headers.get('content-disposition')).toContain(body.filename);
    const value = createHash('sha256').update(bytes).digest('hex');
    expect(body.checksum).toEqual({ algorithm: 'SHA-256', value });
    expect(Date.parse(body.expires_at) - before).toBeGreaterThanOrEqual(300_000);
    expect(Date.parse(body.expires_at) - Date.now()).toBeLessThanOrEqual(300_000);
  },
);

test('returns no link to another tenant, nor to what the batch does not have', async () => {
  const query = { as: 'link' };

  expect((await get({ query, tenant: 'globex' })).body.code).toBe('batch_not_found');
  expect((await get({ query: { ...query, file: 'description' } })).body).toMatchObject({
    statusCode: 404,
    code: 'description_not_found',
  });
  expect((await get({ query: { as: 'html' } })).body.code).toBe('invalid_request');
});

test('returns nothing before the batch is COMPLETED', async () => {
  const { batchId } = await requestExport(exports);

  expect((await get({ path: { batchId } })).body).toMatchObject({
    statusCode: 409,
    code: 'batch_not_completed',
  });
});

test('returns 404 to another tenant and for an unknown batch', async () => {
  for (const options of [{ tenant: 'globex' }, { path: { batchId: 'bat_x' } }]) {
    expect((await get(options)).body).toMatchObject({ statusCode: 404, code: 'batch_not_found' });
  }
});

test('returns 404 for the description of a file that has none', async () => {
  const { body } = await get({ query: { file: 'description' } });

  expect(body).toMatchObject({ statusCode: 404, code: 'description_not_found' });
});

test('refuses an unknown file name', async () => {
  const { body } = await get({ query: { file: '../secret' } });

  expect(body).toMatchObject({ statusCode: 400, code: 'invalid_request' });
});

test('allows an auditor and refuses a finance operator', async () => {
  expect((await get({ permissions: ['audit.read'] })).status).toBe(200);
  expect((await get({ permissions: ['finance.read'] })).body).toMatchObject({
    statusCode: 403,
    code: 'permission_denied',
  });
});
