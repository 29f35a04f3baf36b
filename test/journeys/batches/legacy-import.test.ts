// Imports files of older systems over HTTP against the running template, which is restarted in the
// middle.
import { createHash, randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildImportRequest, buildUploadRequest } from '../../support/fixtures/batches/imports.ts';
import { startTestStack } from '../../support/stack/stack.ts';
import type { StackAnswer, TestStack } from '../../support/stack/stack.ts';

let stack: TestStack;
let compliance: string;
let auditor: string;
beforeAll(async () => {
  stack = await startTestStack({ keepsData: true });
  compliance = await stack.token({ sub: 'carla', scope: 'compliance.operate' });
  auditor = await stack.token({ sub: 'otto', scope: 'audit.read' });
});
afterAll(() => stack.stop());

const schema = {
  entity_name: 'beneficial_owner',
  display_name: 'Beneficial owner',
  fields: [
    { name: 'owner_id', type: 'STRING', required: true, maxLength: 8 },
    { name: 'born_on', type: 'DATE', required: true },
    { name: 'share', type: 'NUMBER', required: true },
    { name: 'role', type: 'ENUM', required: false, enum_values: ['OWNER', 'DIRECTOR'] },
  ],
};

const submit = (body: object, key: string = randomUUID()) =>
  stack.post('/api/legacy-imports', body, { token: compliance, api: 'workbench', key });
const read = (path: string) => stack.get(path, { token: auditor, api: 'workbench' });

async function ended(batch: string): Promise<StackAnswer> {
  for (;;) {
    const receipt = await read(batch);
    if (['COMPLETED', 'FAILED'].includes(receipt.body.status)) return receipt;
    await sleep(50);
  }
}

const readLocation = (answer: StackAnswer) => answer.headers.get('location') ?? '';

// Faults by row: 3 share and role, 4 owner_id, 700 born_on, 701 all.
function owners(): string {
  const rows = Array.from({ length: 1_000 }, (_, row) => `O-${row + 1};31.01.1970;12,5;OWNER`);
  rows[2] = 'O-3;31.01.1970;12.5;THIEF';
  rows[3] = 'O-12345678;31.01.1970;12,5;';
  rows[699] = 'O-700;30.02.1970;12,5;OWNER';
  rows[700] = '=cmd|calc;1970-01-31;;owner';
  return ['Nr;born_on;share;role', ...rows].join('\r\n');
}

const options = {
  delimiter: ';',
  decimal_separator: ',',
  date_format: 'DD.MM.YYYY',
  header_mapping: { Nr: 'owner_id' },
};

test('reports exactly the planted faults of a file, across a restart', async () => {
  expect((await stack.post('/api/schemas', schema)).status).toBe(201);
  const file = owners();
  const request = { entity_name: 'beneficial_owner', options };
  const key = randomUUID();
  const submitted = await submit(buildUploadRequest(file, request), key);
  expect([submitted.status, submitted.body.status]).toEqual([202, 'AWAITING_UPLOAD']);

  await stack.restart();
  expect((await submit(buildUploadRequest(file, request), key)).text).toBe(submitted.text);
  const { url, method, headers } = submitted.body.upload;
  expect((await fetch(url, { method, headers, body: file })).status).toBe(200);
  const { body } = await ended(readLocation(submitted));
  expect(body).toMatchObject({
    status: 'COMPLETED',
    progress: { total: 1_000, processed: 1_000, rejected: 4 },
    control_totals: { rows: 1_000, accepted_rows: 996, rejected_rows: 4, rejections: 8 },
  });

  const { items } = (await read(`${readLocation(submitted)}/rejections`)).body;
  expect(
    items.map(({ row, field, code, value }: Record<string, unknown>) => [row, field, code, value]),
  ).toEqual([
    [3, 'role', 'not_one_of', 'THIEF'],
    [3, 'share', 'not_a_number', '12.5'],
    [4, 'owner_id', 'too_long', 'O-12345678'],
    [700, 'born_on', 'not_a_date', '30.02.1970'],
    [701, 'born_on', 'not_a_date', '1970-01-31'],
    [701, 'owner_id', 'too_long', '=cmd|calc'],
    [701, 'role', 'not_one_of', 'owner'],
    [701, 'share', 'required', ''],
  ]);

  const report = await read(`${readLocation(submitted)}/artifact`);
  const digest = createHash('sha256').update(report.text).digest('hex');
  expect(digest).toBe(body.artifact.checksum.value);
  expect(report.text).toContain(
    `701,owner_id,too_long,owner_id must have at most 8 characters,'=cmd|calc\r\n`,
  );

  // The same file again, this time inside the request and stopped during validation.
  const again = await submit(buildImportRequest(file, request));
  await stack.restart();
  const second = await ended(readLocation(again));
  expect(second.body.artifact.checksum).toEqual(body.artifact.checksum);
});

async function howEnded(location: string): Promise<string | undefined> {
  const endpoint = stack.local.stepFunctionsEndpoint;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new SFNClient({ endpoint, region: 'us-east-1', credentials });
  const executionArn = `arn:aws:states:us-east-1:000000000000:execution:test-legacy-import:${basename(location)}`;
  for (;;) {
    const { status } = await client.send(new DescribeExecutionCommand({ executionArn }));
    if (status !== 'RUNNING') return status;
    await sleep(50);
  }
}

test('ends FAILED with the reason when a file cannot be validated', async () => {
  const declared = { checksum_sha256: '0'.repeat(64) };
  const wrong = await submit(buildImportRequest('a,b\n', { file: declared }));
  const text = 'account_reference,name\n"A,B\n';
  const [other, quote] = [
    await ended(readLocation(wrong)),
    await ended(readLocation(await submit(buildImportRequest(text)))),
  ];

  expect(other.body).toMatchObject({ status: 'FAILED' });
  expect(other.body.failure_reason).toContain('but its declaration says');
  expect(quote.body.failure_reason).toBe('Row 1 holds a quoted value that is not closed.');
  expect((await read(`${readLocation(wrong)}/rejections`)).status).toBe(409);
  // An invalid customer file must not page an operator.
  expect(await howEnded(readLocation(wrong))).toBe('SUCCEEDED');
});

test('returns 404 for an unknown entity and refuses an auditor', async () => {
  const unknown = await submit(buildImportRequest('a\n', { entity_name: 'nothing' }));
  const audit = { token: auditor, api: 'workbench' } as const;
  const forbidden = await stack.post('/api/legacy-imports', buildImportRequest('a\n'), audit);

  expect([unknown.status, unknown.body.code]).toEqual([404, 'schema_not_found']);
  expect(forbidden.status).toBe(403);
});
