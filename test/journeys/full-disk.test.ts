// The disk fills under the whole product, and has space again later: what needs the disk is refused
// meanwhile, nothing ends, and afterwards each request is done once.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { buildBusFile, parseBusEvent } from '../../local/events/event-buses.ts';
import { poolLimits } from '../../local/lambda/worker-pool.ts';
import { startProduct } from '../../tools/bench/load/running-product.ts';
import type { ProductCall, RunningProduct } from '../../tools/bench/load/running-product.ts';
import { buildAccountBody, buildExportBody } from '../../tools/samples/request-bodies.ts';
import { engineProcesses, limitFiles, measureLargestFile } from '../local/processes.ts';
import { startCommand } from '../support/commands/running-command.ts';
import { buildUploadRequest } from '../support/fixtures/batches/imports.ts';
import { PRESENT_PERIOD } from '../support/fixtures/periods.ts';
import { credit } from '../support/stack/ledger.ts';

/** What is left to the engine: less than a few postings need. */
const SPACE_BYTES = 65_536;
/** As many as a function has workers: none waits for one, which would take it past the limit of the gateway. */
const POSTINGS_AT_ONCE = poolLimits.perFunction;
const REFUSALS_WANTED = 3;
const ROWS = 200;

const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
const data = join(folder, 'data');
const printed: string[] = [];
let product: RunningProduct;
afterAll(async () => {
  freeDisk();
  await product.stop().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

async function send(request: ProductCall) {
  const { status, text } = await product.send(request);
  return { status, body: JSON.parse(text) };
}

const write = (path: string, body: object, key: string = randomUUID()) =>
  send({ method: 'POST', path, permission: 'finance.write', body, key });
const read = (path: string) => send({ method: 'GET', path, permission: 'finance.read' });
const comply = (path: string, request: { body?: object; key?: string } = {}) =>
  send({
    api: 'workbench',
    method: request.body ? 'POST' : 'GET',
    path,
    permission: 'compliance.operate',
    ...request,
  });
const requestExport = (key: string) =>
  comply('/api/regulatory-exports', { body: buildExportBody(PRESENT_PERIOD), key });

async function settle(batchId: string): Promise<string> {
  for (;;) {
    const { body } = await comply(`/api/legacy-batches/${batchId}`);
    if (body.status === 'COMPLETED' || body.status === 'FAILED') return body.status;
    await sleep(100);
  }
}

function findEngine(): number {
  const [engine = 0] = engineProcesses(data);
  return engine;
}

function fillDisk(): void {
  limitFiles(findEngine(), measureLargestFile(join(data, 'dynamodb')) + SPACE_BYTES);
  limitFiles(product.pid, 0);
}

function freeDisk(): void {
  [...engineProcesses(data), product.pid].forEach((pid) => limitFiles(pid, 'unlimited'));
}

/** Posts until the disk refuses some; returns the keys of all. */
async function postUntilRefused(account: string): Promise<string[]> {
  const keys: string[] = [];
  let refused = 0;
  while (refused < REFUSALS_WANTED) {
    const more = Array.from({ length: POSTINGS_AT_ONCE }, () => randomUUID());
    keys.push(...more);
    const answers = await Promise.all(
      more.map((key) => write('/api/journal-entries', credit(account, '1.00'), key)),
    );
    const others = answers.filter(({ status }) => status !== 201);
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 503));
    refused += others.filter(({ body }) => body.code === 'outcome_unknown').length;
  }
  return keys;
}

async function waitForProjections(): Promise<void> {
  for (;;) {
    const { body } = await read('/api/projections/status');
    if (body.every(({ lag_seconds: lag }: { lag_seconds: number }) => lag === 0)) return;
    await sleep(100);
  }
}

/** Waits until each posting is published; an event that was cut short hides no other. */
async function waitForEvents(postings: number): Promise<void> {
  const file = buildBusFile(join(data, 'events'), product.stack.stream_consumers.bus);
  const countPosted = () => {
    const events = readFileSync(file, 'utf8').split('\n').map(parseBusEvent);
    const posted = events.filter((event) => event?.['detail-type'] === 'journal_entry.posted');
    return new Set(posted.map((event) => JSON.stringify(event?.detail))).size;
  };
  while (countPosted() < postings) await sleep(100);
  expect(countPosted()).toBe(postings);
}

test('on a full disk writes are refused and reads work, and with space again everything is done once', async () => {
  // Amazon's engine answers too slowly on a full disk: the tokens end meanwhile, and none can be had.
  product = await startProduct({
    folder,
    engine: 'dynoxide',
    data,
    onLine: (line) => printed.push(line),
  });
  const account = (await write('/api/accounts', buildAccountBody())).body.id;
  const readBalance = async () => (await read(`/api/accounts/${account}/balance`)).body.balance;
  const file = `account_reference,customer_id,product_id,name,currency\n${'A,c,p,,eur\n'.repeat(ROWS)}`;
  const imported = await comply('/api/legacy-imports', {
    body: buildUploadRequest(file),
    key: randomUUID(),
  });
  const { url, method, headers } = imported.body.upload;
  const upload = async () => (await fetch(url, { method, headers, body: file })).status;
  const running = (await requestExport(randomUUID())).body.batchId;

  await product.renewTokens();
  fillDisk();
  const keys = await postUntilRefused(account);
  // A log that starts again from its beginning would find space once more.
  limitFiles(findEngine(), 0);
  const exportKey = randomUUID();
  const refused = await requestExport(exportKey);
  expect([refused.status, refused.body.code]).toEqual([503, 'outcome_unknown']);
  expect(await upload()).toBe(500);
  expect((await read('/api/accounts')).status).toBe(200);
  const before = Number(await readBalance());
  const token = await startCommand('token', ['--data', data, 'reader@aurora']).end;
  expect(token).toMatchObject({ code: 1, error: expect.stringMatching(/answers 5\d\d/) });

  freeDisk();
  const repeated = await Promise.all(
    keys.map((key) => write('/api/journal-entries', credit(account, '1.00'), key)),
  );
  expect(repeated.map(({ status }) => status)).toEqual(keys.map(() => 201));
  expect(before).toBeLessThan(keys.length);
  expect(await readBalance()).toBe(`${keys.length}.00`);
  expect(await upload()).toBe(200);
  const again = await requestExport(exportKey);
  expect(again.status).toBe(202);
  expect(await settle(imported.body.batchId)).toBe('COMPLETED');
  expect(await settle(again.body.batchId)).toBe('COMPLETED');
  expect(['COMPLETED', 'FAILED']).toContain(await settle(running));
  await waitForProjections();
  await waitForEvents(keys.length);

  const verified = await startCommand('verify', ['--data', data, '--settle', '1']).end;
  expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/^Sound: 1 account, /) });
  expect(engineProcesses(data)).toHaveLength(1);
  expect(printed.filter((line) => /^\s+at |uncaught/i.test(line))).toEqual([]);
}, 3_600_000);
