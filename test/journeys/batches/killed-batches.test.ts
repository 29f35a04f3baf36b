// Kills the runner in the middle of an export and an import, and starts it again on the same data:
// both end COMPLETED with one artifact each, which curl downloads and sha256sum confirms.
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { BenchCallers } from '../../../tools/bench/load/bench-callers.ts';
import { startProduct } from '../../../tools/bench/load/running-product.ts';
import type { RunningProduct } from '../../../tools/bench/load/running-product.ts';
import { chooseEngine } from '../../../local/engines/engine.ts';
import { buildExportBody } from '../../../tools/samples/request-bodies.ts';
import { buildUploadRequest } from '../../support/fixtures/batches/imports.ts';
import { credit } from '../../support/stack/ledger.ts';
import { PRESENT_PERIOD } from '../../support/fixtures/periods.ts';

const folder = mkdtempSync(join(tmpdir(), 'killed-batches-'));
const data = join(folder, 'data');
const running: RunningProduct[] = [];
afterAll(async () => {
  await Promise.all(running.map((product) => product.stop().catch(() => undefined)));
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<RunningProduct> {
  const engine = String(chooseEngine(process.env['DYNAMODB_ENGINE']));
  const product = await startProduct({ folder, engine, data });
  running.push(product);
  return product;
}

type ApiName = 'ledger' | 'workbench';

async function post(product: RunningProduct, api: ApiName, path: string, body: unknown) {
  const permission = api === 'ledger' ? 'finance.write' : 'compliance.operate';
  const request = { api, method: 'POST', path, permission, body, key: randomUUID() } as const;
  return JSON.parse(await product.requireSuccess(request));
}

async function receiptOf(product: RunningProduct, batchId: string) {
  const path = `/api/legacy-batches/${batchId}`;
  const permission = 'compliance.operate';
  return JSON.parse(
    await product.requireSuccess({ api: 'workbench', method: 'GET', path, permission }),
  );
}

async function waitForStatus(product: RunningProduct, batchId: string, ...wanted: string[]) {
  for (;;) {
    const receipt = await receiptOf(product, batchId);
    if (wanted.includes(receipt.status)) return receipt;
    await sleep(20);
  }
}

// Two faults per row make a report above the megabyte that is answered directly.
const HEADING = 'account_reference,customer_id,product_id,name,currency\n';
const ROWS = 10_000;
const file = HEADING + 'A,c,p,,eur\n'.repeat(ROWS);

/** Starts a batch that waits for its file, then one that settles: both run at the same time. */
async function requestBatches(
  product: RunningProduct,
): Promise<{ imports: string; exports: string }> {
  const body = { customer_id: 'c', product_id: 'p', name: 'Ada', currency: 'EUR' };
  const { id } = await post(product, 'ledger', '/api/accounts', body);
  await post(product, 'ledger', '/api/journal-entries', credit(id, '12.50'));
  const imported = await post(
    product,
    'workbench',
    '/api/legacy-imports',
    buildUploadRequest(file),
  );
  const { url, method, headers } = imported.upload;
  expect((await fetch(url, { method, headers, body: file })).status).toBe(200);
  const wanted = buildExportBody(PRESENT_PERIOD);
  const exported = await post(product, 'workbench', '/api/regulatory-exports', wanted);
  return { imports: imported.batchId, exports: exported.batchId };
}

/** The keys of all object versions that S3 stores for a batch below its artifacts. */
function listStoredFiles(batchId: string): string[] {
  const files = readdirSync(join(data, 's3'), { recursive: true, encoding: 'utf8' });
  const versions = files.filter((name) => name.endsWith('.json'));
  return versions
    .map((name) => String(JSON.parse(readFileSync(join(data, 's3', name), 'utf8')).key))
    .filter((key) => key.startsWith('artifacts/') && key.includes(batchId))
    .map((key) => key.slice(key.lastIndexOf('/') + 1))
    .toSorted();
}

/**
 * Downloads as an operator does, with `curl -L`, and checks with `sha256sum -c` where it is
 * installed. Both the redirect and S3 return the digest of the file.
 */
async function fetched(
  { stack }: RunningProduct,
  batchId: string,
  filename: string,
): Promise<string> {
  const token = await new BenchCallers(stack).tokenFor('compliance.operate');
  const address = `${stack.workbench_url}/api/legacy-batches/${batchId}/artifact`;
  const curl = async (url: string, to: string) => {
    const headers = ['-H', `Authorization: Bearer ${token}`];
    const stored = ['-o', join(folder, to), '-D', join(folder, `${to}.headers`)];
    const args = ['-fsSL', ...stored, '-w', '%{num_redirects}', ...headers, url];
    return (await promisify(execFile)('curl', args)).stdout;
  };
  const redirects = await curl(address, filename);
  await curl(`${address}?file=checksum`, 'checksum');
  expect(redirects).toBe('1');
  const options = { cwd: folder };
  const { stdout } = await promisify(execFile)('sha256sum', ['-c', 'checksum'], options);
  expect(stdout).toBe(`${filename}: OK\n`);
  const digest = createHash('sha256').update(readFileSync(join(folder, filename)));
  const base64 = digest.copy().digest('base64');
  const actual = readFileSync(join(folder, `${filename}.headers`), 'utf8').split('\r\n');
  const digests = actual.filter((line) => /^([\w-]+-digest|x-amz-checksum-sha256):/i.test(line));
  expect(actual[0]).toContain(' 303 ');
  expect(digests.map((line) => line.slice(line.indexOf(': ') + 2))).toEqual([
    `sha-256=:${base64}:`,
    base64,
  ]);
  return digest.digest('hex');
}

test('completes an export and an import once after a kill in the middle of both', async () => {
  const first = await start();
  const { imports, exports } = await requestBatches(first);
  // The import has more steps before this point and may still be about to read its file.
  const began = await waitForStatus(first, exports, 'RUNNING', 'COMPLETED');
  const waiting = await receiptOf(first, imports);
  await first.kill();
  running.pop();
  expect(began.status).toBe('RUNNING');
  expect(['AWAITING_UPLOAD', 'RUNNING']).toContain(waiting.status);

  const second = await start();
  const imported = await waitForStatus(second, imports, 'COMPLETED', 'FAILED');
  const exported = await waitForStatus(second, exports, 'COMPLETED', 'FAILED');
  expect([imported.status, exported.status]).toEqual(['COMPLETED', 'COMPLETED']);
  expect(imported.control_totals).toMatchObject({ rows: ROWS, rejected_rows: ROWS });
  expect(exported.control_totals).toMatchObject({ journal_entries: 1, total_debits: '12.50' });

  const { filename, checksum } = imported.artifact;
  expect(await fetched(second, imports, filename)).toBe(checksum.value);
  const { filename: own } = exported.artifact;
  expect(listStoredFiles(exports)).toEqual(
    [own, `${own}.sha256`, 'manifest.json', 'manifest.json.sig'].toSorted(),
  );
  expect(listStoredFiles(imports)).toEqual(
    [filename, `${filename}.sha256`, 'manifest.json', 'rejections.ndjson'].toSorted(),
  );
});
