// An export from request to delivery, over HTTP against the running template, which is restarted in
// the middle.
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credit } from '../../support/stack/ledger.ts';
import { PRESENT_PERIOD } from '../../support/fixtures/periods.ts';
import { startTestStack } from '../../support/stack/stack.ts';
import type { StackAnswer, TestStack } from '../../support/stack/stack.ts';

const BIN = join(import.meta.dirname, '../../../bin');

/** The gateway compresses other answers from this size on. */
const COMPRESSED_BYTES_MIN = 1_024;

let stack: TestStack;
let compliance: string;
let auditor: string;
beforeAll(async () => {
  stack = await startTestStack({ keepsData: true });
  compliance = await stack.token({ sub: 'carla', scope: 'compliance.operate' });
  auditor = await stack.token({ sub: 'otto', scope: 'audit.read' });
});
afterAll(() => stack.stop());

async function ended(batch: string): Promise<StackAnswer> {
  for (;;) {
    const receipt = await stack.get(batch, { token: auditor, api: 'workbench' });
    if (['COMPLETED', 'FAILED'].includes(receipt.body.status)) return receipt;
    await sleep(50);
  }
}

interface SignedWith {
  readonly signature: string;
  /** The verifier key. */
  readonly key: string;
}

/** Runs `npm run verify-artifact` as an auditor does, who has only the files and the key. */
async function audited(file: string, manifest: string, signed?: SignedWith) {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  const [one, other] = [join(folder, 'export.csv'), join(folder, 'manifest.json')];
  writeFileSync(one, file);
  writeFileSync(other, manifest);
  if (signed) writeFileSync(`${other}.sig`, signed.signature);
  const words = [one, other, ...(signed ? ['--key', signed.key.trim()] : [])];
  const child = spawn(process.execPath, [join(BIN, 'verify-artifact.ts'), ...words], { env: {} });
  let out = '';
  child.stdout.on('data', (text) => (out += String(text)));
  const [code] = await once(child, 'close');
  rmSync(folder, { recursive: true });
  return { code, out };
}

/** The answer with its bytes as they were sent, for a client that accepts compressed ones. */
async function fetchCompressed(path: string) {
  const url = `${stack.local.urls.workbench_url}${path}`;
  const headers = { authorization: `Bearer ${auditor}`, 'accept-encoding': 'gzip, deflate' };
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  const sent = Buffer.concat(await answer.toArray());
  return { headers: answer.headers, sent };
}

/** Digests and ETag are those of the bytes that were sent, which the gateway must not compress. */
async function expectUncompressed(path: string, plain: StackAnswer): Promise<void> {
  const { headers, sent } = await fetchCompressed(path);
  const digest = `sha-256=:${createHash('sha256').update(sent).digest('base64')}:`;

  expect(headers['content-digest']).toBe(digest);
  expect(headers['repr-digest']).toBe(digest);
  expect(headers.etag).toBe(plain.headers.get('etag'));
  expect(headers['cache-control']).toBe('no-store, no-transform');
  expect(sent.toString()).toBe(plain.text);
  expect(sent.byteLength).toBeGreaterThan(COMPRESSED_BYTES_MIN);
}

test('an export is requested, survives a restart, and is downloaded, checked and delivered', async () => {
  const account = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };
  const { id } = (await stack.post('/api/accounts', account)).body;
  for (const amount of ['12.50', '0.07', '1000000.00']) {
    await stack.post('/api/journal-entries', credit(id, amount));
  }
  const key = randomUUID();
  const body = { ...PRESENT_PERIOD, legal_basis_code: 'BANKING-ACT-24' };
  const options = { token: compliance, api: 'workbench', key } as const;
  const requested = await stack.post('/api/regulatory-exports', body, options);
  expect(requested.status).toBe(202);
  const batch = requested.headers.get('location') ?? '';

  await stack.restart();
  // As after a lost answer: the same batch.
  const again = await stack.post('/api/regulatory-exports', body, options);
  expect(again.text).toBe(requested.text);
  const { artifact, control_totals, status } = (await ended(batch)).body;
  expect(status).toBe('COMPLETED');
  expect(control_totals).toMatchObject({
    journal_entries: 3,
    total_debits: '1000012.57',
    total_credits: '1000012.57',
  });

  const read = { token: auditor, api: 'workbench' } as const;
  const file = await stack.get(`${batch}/artifact`, read);
  const digest = createHash('sha256').update(file.text).digest();
  expect(digest.toString('hex')).toBe(artifact.checksum.value);
  expect(file.headers.get('content-type')).toBe(artifact.media_type);
  expect(file.headers.get('content-digest')).toBe(`sha-256=:${digest.toString('base64')}:`);
  expect(file.text.split('\r\n')).toHaveLength(1 + artifact.rows + 1);
  const manifest = await stack.get(`${batch}/artifact?file=manifest`, read);
  for (const [path, plain] of [
    [`${batch}/artifact`, file],
    [`${batch}/artifact?file=manifest`, manifest],
  ] as const) {
    await expectUncompressed(path, plain);
  }
  expect(await audited(file.text, manifest.text)).toMatchObject({ code: 0 });
  const forged = file.text.replace('1000000.00', '1000000.01');
  expect(await audited(forged, manifest.text)).toMatchObject({
    code: 1,
    out: expect.stringContaining('DIFFERS  SHA-256: '),
  });

  const signature = (await stack.get(`${batch}/artifact?file=signature`, read)).text;
  const signed = { signature, key: (await stack.get('/api/evidence/key', read)).text };
  const checkpoint = await stack.get('/api/evidence/checkpoint', read);
  expect(manifest.body.evidence).toMatchObject({
    checkpoint: checkpoint.text,
    covers_period: true,
  });
  expect(await audited(file.text, manifest.text, signed)).toMatchObject({
    code: 0,
    out: expect.stringContaining('signature: of the key of'),
  });
  const altered = manifest.text.replace('"requested_by": "carla"', '"requested_by": "grace"');
  expect(await audited(file.text, altered, signed)).toMatchObject({
    code: 1,
    out: expect.stringContaining('DIFFERS  signature: '),
  });

  const delivery = { authority_reference: 'BaFin-4711', delivered_at: new Date().toISOString() };
  const path = `/api/regulatory-exports/${requested.body.batchId}/delivery`;
  const refused = await stack.post(path, delivery, read);
  const recorded = await stack.post(path, delivery, { ...options, key: randomUUID() });
  const listed = await stack.get('/api/legacy-batches', read);

  expect(refused.status).toBe(403);
  expect(recorded.body.delivery).toMatchObject(delivery);
  expect(listed.body.items).toEqual([recorded.body]);
});

test('the logs name who fetched an export, under one key', async () => {
  const read = { token: auditor, api: 'workbench' } as const;
  const [{ batchId }] = (await stack.get('/api/legacy-batches', read)).body.items;
  const path = `/api/legacy-batches/${batchId}/artifact`;
  const fetched = await stack.get(`${path}?file=manifest`, read);
  const refused = await stack.get(path, { ...read, token: 'not.a.token' });
  const accesses = stack.readLog('access-test-workbench').filter((line) => line['path'] === path);
  const requestId = fetched.headers.get('x-amzn-requestid');
  const access = accesses.find((line) => line['request_id'] === requestId);
  const ofFunction = stack.readLog('test-get-legacy-batch-artifact');

  expect(access).toEqual({
    request_id: requestId,
    extended_request_id: fetched.headers.get('x-amz-apigw-id'),
    time: expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:/),
    ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    method: 'GET',
    resource: '/api/legacy-batches/{batchId}/artifact',
    path,
    status: '200',
    bytes: String(Buffer.byteLength(fetched.text)),
    milliseconds: expect.stringMatching(/^\d+$/),
    function_milliseconds: expect.stringMatching(/^\d+$/),
    function_request_id: '-',
    function_status: '200',
    function_error: '-',
    error: '-',
    tenant: expect.stringMatching(/./),
    actor: 'otto',
    actor_kind: 'OPERATOR',
    client: expect.stringMatching(/./),
    authorizer_milliseconds: expect.stringMatching(/^\d+$/),
  });
  expect(ofFunction.find((line) => line['request_id'] === requestId)).toMatchObject({
    operation: 'getLegacyBatchArtifact',
    tenant: access?.['tenant'],
    actor: 'otto',
  });
  // Who is not recognized has no name in the log, and nothing has the token.
  expect(
    accesses.find((line) => line['request_id'] === refused.headers.get('x-amzn-requestid')),
  ).toMatchObject({ status: '401', error: 'UNAUTHORIZED', actor: '-', tenant: '-' });
  expect(JSON.stringify([...accesses, ...ofFunction])).not.toContain(auditor.split('.')[2]);
});
