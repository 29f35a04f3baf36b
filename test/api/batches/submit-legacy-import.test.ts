import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readWholeObject } from '../../../functions/artifacts/objects.ts';
import { objectKeys } from '../../../functions/artifacts/locations.ts';
import { startExports } from '../../support/fixtures/batches/exports.ts';
import type { TestExports } from '../../support/fixtures/batches/exports.ts';
import {
  buildImportRequest,
  requestImport,
  hashSha256,
  buildUploadRequest,
} from '../../support/fixtures/batches/imports.ts';
import { buildEntity } from '../../support/fixtures/schemas.ts';

let exports: TestExports;
beforeAll(async () => {
  exports = await startExports();
});
afterAll(() => exports.stop());

const TEXT = 'account_reference,customer_id,product_id,name,currency\n';
const submit = (body: unknown, options = {}) =>
  exports.call('submitLegacyImport', { subject: 'carla', body, ...options });

test('accepts an import with its content and stores the file for validation', async () => {
  const answer = await submit(buildImportRequest(TEXT, { options: { delimiter: ';' } }));

  expect(answer.status).toBe(202);
  expect(answer.headers['Location']).toBe(`/api/legacy-batches/${answer.body.batchId}`);
  expect(answer.body).toMatchObject({
    type: 'LEGACY_IMPORT',
    status: 'ACCEPTED',
    request: {
      file: {
        name: 'accounts.csv',
        media_type: 'text/csv',
        size_bytes: TEXT.length,
        checksum_sha256: hashSha256(TEXT),
      },
      record_type: 'ACCOUNT',
      options: { delimiter: ';' },
    },
    progress: { processed: 0, rejected: 0 },
    requested_by: 'carla',
  });
  expect(answer.body.request.file).not.toHaveProperty('content');
  expect(answer.body).not.toHaveProperty('upload');
  const stored = await readWholeObject(
    exports.bucket,
    objectKeys.upload('acme', answer.body.batchId),
  );
  expect(stored?.toString()).toBe(TEXT);
});

test('accepts an import without content and returns where to upload it', async () => {
  const { batchId, status, upload } = await requestImport(exports, buildUploadRequest(TEXT));
  expect(status).toBe('AWAITING_UPLOAD');
  const { url, method, headers } = upload;
  expect(method).toBe('PUT');
  const sent = await fetch(url, { method, headers, body: TEXT });

  expect(sent.status).toBe(200);
  const stored = await readWholeObject(exports.bucket, objectKeys.upload('acme', batchId));
  expect(stored?.toString()).toBe(TEXT);
  const { body } = await exports.call('getLegacyBatch', { path: { batchId } });
  expect(body).toMatchObject({ status: 'AWAITING_UPLOAD' });
  expect(body).not.toHaveProperty('upload');
});

test.each([
  ['other bytes', TEXT.replace('name', 'date'), 400],
  ['another length', `${TEXT}x`, 403],
])('an upload of %s than declared is refused at the door', async (_, body, status) => {
  const { batchId, upload } = await requestImport(exports, buildUploadRequest(TEXT));
  const { url, method, headers } = upload;
  const sent = await fetch(url, { method, headers, body });

  expect(sent.status).toBe(status);
  const key = objectKeys.upload('acme', batchId);
  expect(await readWholeObject(exports.bucket, key)).toBeUndefined();
  expect((await fetch(url, { method, headers, body: TEXT })).status).toBe(200);
});

test('an upload without the headers of the answer is refused', async () => {
  const { upload } = await requestImport(exports, buildUploadRequest(TEXT));

  expect((await fetch(upload.url, { method: 'PUT', body: TEXT })).status).toBe(403);
});

test('an empty file can be uploaded', async () => {
  const { upload } = await requestImport(exports, buildUploadRequest(''));
  const { url, method, headers } = upload;

  expect((await fetch(url, { method, headers, body: '' })).status).toBe(200);
});

test('repeats the first answer, including the link', async () => {
  const options = { key: 'import-again-0000001' };
  const body = buildUploadRequest(TEXT);
  const [first, second] = [await submit(body, options), await submit(body, options)];

  expect(second.text).toBe(first.text);
  expect(second.headers['Idempotency-Replayed']).toBe('true');
});

test('uses the version of the schema that is published at the request', async () => {
  await exports.call('createSchema', { body: buildEntity('branch') });
  const body = buildImportRequest(TEXT, { entity_name: 'branch' });
  const { request } = (await requestImport(exports, body)) as unknown as {
    request: Record<string, unknown>;
  };

  expect(request).toMatchObject({ entity_name: 'branch', schema_version: 1 });
});

test('returns 404 for an unknown entity and for one of another tenant', async () => {
  await exports.call('createSchema', { body: buildEntity('theirs'), tenant: 'other' });

  for (const name of ['nothing', 'theirs']) {
    const { status, body } = await submit(buildImportRequest(TEXT, { entity_name: name }));
    expect([status, body.code]).toEqual([404, 'schema_not_found']);
  }
});

test.each<[string, object, string]>([
  ['two record types', { entity_name: 'a', record_type: 'ACCOUNT' }, 'exactly one of'],
  ['no record type', { record_type: undefined }, 'exactly one of'],
  ['an unknown date format', { options: { date_format: 'DD.MM.YY' } }, '/options/date_format'],
  ['a day twice', { options: { date_format: 'YYYYDDDDMM' } }, '/options/date_format'],
  [
    'one separator for two purposes',
    { options: { decimal_separator: ',' } },
    '/options/delimiter and',
  ],
  [
    'a mapping that the batch cannot hold',
    { options: { header_mapping: { ['a'.repeat(500_000)]: 'iban' } } },
    '/options/header_mapping must not have more than 65536 bytes',
  ],
  ['invalid base64', { file: { content: 'a*b=' } }, '/file/content is not base64'],
])('refuses %s', async (_, members, sentence) => {
  const { status, body } = await submit(
    buildImportRequest(TEXT, members as Record<string, unknown>),
  );

  expect([status, body.code]).toEqual([400, 'invalid_import']);
  expect(body.message.join()).toContain(sentence);
});

test('refuses unknown members before anything else', async () => {
  for (const members of [{ file: { media_type: 'application/gzip' } }, { nonsense: 1 }]) {
    const { status, body } = await submit(buildImportRequest(TEXT, members));
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  }
});

test('a repetition without the permission to configure is refused, and gets no link', async () => {
  const body = buildUploadRequest('code,name,type\n1000,Cash,ASSET\n', {
    record_type: 'GENERAL_LEDGER_ACCOUNT',
  });
  const key = randomUUID();
  const first = await submit(body, { key });
  const permissions = ['compliance.operate'];

  const repeated = await submit(body, { key, permissions });

  expect(first.status).toBe(202);
  expect(repeated.status).toBe(403);
  expect(repeated.body).toMatchObject({ code: 'permission_denied' });
  expect((await submit(body, { key })).text).toBe(first.text);
});
