// What a manifest says of the evidence log, and that the key of the log signs what the service itself has built.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkManifestSignature } from '../../commands/evidence/export/check-signature.ts';
import { CheckFindings } from '../../commands/artifact-check/check-findings.ts';
import { readEvidenceKeys } from '../../commands/evidence/evidence-keys.ts';
import { formatVerdict } from '../../commands/evidence/report.ts';
import { verifyEvidence } from '../../commands/evidence/verify-evidence.ts';
import { objectKeys } from '../../functions/artifacts/locations.ts';
import { readWholeObject, writeOnce } from '../../functions/artifacts/objects.ts';
import { formatTilePath } from '../../functions/domain/evidence/tiles.ts';
import { parseVerifierKey } from '../../functions/domain/evidence/verifier-key.ts';
import { listTilesOf } from '../../tools/contract/evidence/log-tiles.ts';
import { advanceTime, returnToPresent } from '../support/stack/advance-time.ts';
import { sealLog } from '../support/evidence/seal-log.ts';
import { requestExport } from '../support/fixtures/batches/batches.ts';
import {
  callTask,
  LOG_HOST,
  readExportFiles,
  runExport,
  runExportTasks,
  startExports,
} from '../support/fixtures/batches/exports.ts';
import type { FinishedExport, TestExports } from '../support/fixtures/batches/exports.ts';
import {
  buildImportRequest,
  requestImport,
  runImport,
} from '../support/fixtures/batches/imports.ts';
import { PRESENT_PERIOD } from '../support/fixtures/periods.ts';
import { credit, openAccount } from '../support/stack/ledger.ts';

let exports: TestExports;
let folder: string;
beforeAll(async () => {
  exports = await startExports();
  folder = mkdtempSync(join(tmpdir(), 'signed-'));
});
afterAll(async () => {
  await exports.stop();
  rmSync(folder, { recursive: true });
});

const ofTenant = (tenant: string) => ({
  post: () => openAccount(exports, { tenant, funds: '1.00' }),
  run: () => runExport(exports, PRESENT_PERIOD, { tenant }),
  key: async () => (await exports.call('getEvidenceKey', { tenant })).text,
  checkpoint: async () => (await exports.call('getEvidenceCheckpoint', { tenant })).text,
});

function write(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const formatManifest = (manifest: unknown) => `${JSON.stringify(manifest, undefined, 2)}\n`;

/** Checks the files as an auditor does, who has them from elsewhere. */
function check(manifest: string, signature: string, key: string): readonly string[] {
  const file = write('checked.manifest.json', manifest);
  write('checked.manifest.json.sig', signature);
  const findings = new CheckFindings();
  checkManifestSignature(file, readEvidenceKeys([key.trim()]), findings);
  return findings.differences;
}

test('names the checkpoint that covers the period, and is signed by the key of the log', async () => {
  const { post, run, key, checkpoint } = ofTenant('acme');
  await post();
  await sealLog('acme');
  await post();
  await sealLog('acme');

  const { manifest, signature } = await run();

  expect(manifest.evidence).toEqual({
    origin: `${LOG_HOST}/acme`,
    checkpoint: await checkpoint(),
    covers_period: true,
  });
  expect(check(formatManifest(manifest), signature, await key())).toEqual([]);
});

test.each<[string, (manifest: FinishedExport['manifest']) => object]>([
  ['who requested it', (manifest) => ({ ...manifest, requested_by: 'op_mallory' })],
  ['the checkpoint', ({ evidence: _, ...manifest }) => manifest],
])('a change of %s is found by the signature', async (_, change) => {
  const { run, key } = ofTenant('acme');
  const { manifest, signature } = await run();

  const [difference, ...others] = check(formatManifest(change(manifest)), signature, await key());

  expect(difference).toContain('has signed something else');
  expect(others).toEqual([]);
});

test('the signature of another manifest, or by the key of another tenant, proves nothing', async () => {
  await ofTenant('globex').post();
  await sealLog('globex');
  const [own, other] = [await ofTenant('acme').run(), await ofTenant('globex').run()];
  const key = await ofTenant('acme').key();

  expect(check(formatManifest(own.manifest), other.signature, key)).toHaveLength(1);
  expect(check(formatManifest(other.manifest), other.signature, key)).toHaveLength(2);
  expect(check(formatManifest(own.manifest), '', key)[0]).toContain('signature: ');
});

test('says that a checkpoint does not cover the period, and names none before the first', async () => {
  const { post, run, key } = ofTenant('late');
  await post();
  const early = await run();
  await sealLog('late');
  await post();
  const partial = await run();

  expect(early.manifest).not.toHaveProperty('evidence');
  expect(partial.manifest.evidence).toMatchObject({ covers_period: false });
  for (const { manifest, signature } of [early, partial]) {
    expect(check(formatManifest(manifest), signature, await key())).toEqual([]);
  }
});

test('a receipt that came late is not covered, although a newer one is', async () => {
  const { post } = ofTenant('delayed');
  advanceTime(30_000);
  await post();
  returnToPresent();
  await post();
  const ahead = { now: () => new Date(Date.now() + 60_000) };
  const { batchId } = await requestExport(exports, PRESENT_PERIOD, { tenant: 'delayed' });
  const input = await callTask('begin-regulatory-export', { tenant: 'delayed', batchId });
  await sealLog('delayed', ahead);
  const covered = await callTask('cover-regulatory-export', input);
  await post();
  const before = new Date(Date.now() + 1_000).toISOString();
  const missed = await callTask('cover-regulatory-export', { ...input, before, coverage: covered });

  expect(covered).toMatchObject({ coversPeriod: true, isOver: true });
  expect(missed).toMatchObject({ coversPeriod: false, isOver: false, size: covered.size });
});

test('an export seals three times, and waits three minutes for its checkpoint, however often it asks', async () => {
  const tenant = 'waiting';
  await ofTenant(tenant).post();
  const { batchId } = await requestExport(exports, PRESENT_PERIOD, { tenant });
  const input = await callTask('begin-regulatory-export', { tenant, batchId });
  let coverage = await callTask('cover-regulatory-export', input);
  const answers = [`${coverage.isOver} ${coverage.sealsAgain}`];
  for (const waitedMs of [0, 100_000, 79_000, 2_000]) {
    advanceTime(waitedMs);
    coverage = await callTask('cover-regulatory-export', { ...input, coverage });
    answers.push(`${coverage.isOver} ${coverage.sealsAgain}`);
  }
  returnToPresent();

  expect(answers.join()).toBe('false true,false true,false false,false false,true false');
});

test('a receipt that is later than the period of its entry is waited for', async () => {
  const tenant = 'moments';
  const account = await openAccount(exports, { tenant, funds: '1.00' });
  await sealLog(tenant);
  // The clock passes many milliseconds between the time of an entry and its commit.
  const clock = setInterval(() => advanceTime(50), 1);
  await exports.call('postJournalEntry', { tenant, body: credit(account, '1.00') });
  clearInterval(clock);
  const { items } = (await exports.call('listJournalEntries', { tenant })).body;
  const before = new Date(Date.parse(items.at(-1).posted_at) + 1).toISOString();
  const { batchId } = await requestExport(exports, PRESENT_PERIOD, { tenant });
  const start = await callTask('begin-regulatory-export', { tenant, batchId });
  const input = { ...start, before };

  expect(await callTask('cover-regulatory-export', input)).toMatchObject({
    coversPeriod: false,
    isPending: true,
  });
  await sealLog(tenant);
  expect(await callTask('cover-regulatory-export', input)).toMatchObject({ coversPeriod: true });
  returnToPresent();
});

test('a repeated assembly names the same checkpoint, and signs the same manifest', async () => {
  const tenant = 'acme';
  const { batchId } = await requestExport(exports, PRESENT_PERIOD);
  await sealLog(tenant);
  await runExportTasks(tenant, batchId, async (name, input) => {
    if (name !== 'assemble-regulatory-export') return callTask(name, input);
    const first = await callTask(name, input);
    await ofTenant(tenant).post();
    await sealLog(tenant);
    expect(await callTask(name, input)).toEqual(first);
    return first;
  });

  const { manifest, signature } = await readExportFiles(exports, tenant, batchId);
  expect(check(formatManifest(manifest), signature, await ofTenant(tenant).key())).toEqual([]);
});

test('signs no manifest that someone else has put in its place', async () => {
  const tenant = 'acme';
  const { batchId } = await requestExport(exports, PRESENT_PERIOD);
  const key = objectKeys.manifest(tenant, batchId);
  const planted = {
    key,
    body: Buffer.from('{"requested_by":"op_mallory"}\n'),
    mediaType: 'application/json',
    until: new Date(Date.now() + 60_000),
  };
  await writeOnce(exports.bucket, planted);

  await expect(runExportTasks(tenant, batchId)).rejects.toThrow('has other bytes');

  const signature = objectKeys.manifestSignature(tenant, batchId);
  expect(await readWholeObject(exports.bucket, signature)).toBeUndefined();
});

test('the signature is a file of the batch, where there is one', async () => {
  const { batch, signature } = await ofTenant('acme').run();
  const get = (batchId: string) =>
    exports.call('getLegacyBatchArtifact', { path: { batchId }, query: { file: 'signature' } });
  const found = await get(batch.batchId);

  expect(found.text).toBe(signature);
  expect(batch.artifact.is_signed).toBe(true);
  expect(found.headers).toMatchObject({
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Disposition': 'attachment; filename="manifest.json.sig"',
  });
  const { batchId } = await requestImport(exports, buildImportRequest('a\n'));
  expect((await get(batchId)).body).toMatchObject({ code: 'batch_not_completed' });
  const imported = await runImport(exports, buildImportRequest('a\n'));
  expect(imported.batch.artifact).not.toHaveProperty('is_signed');
  expect((await get(imported.batch.batchId)).body).toMatchObject({ code: 'signature_not_found' });
});

test('an auditor proves an export against a copy of the log, all from the API', async () => {
  const tenant = 'audited';
  const { post, key, checkpoint } = ofTenant(tenant);
  await post();
  await sealLog(tenant);
  const { batchId } = await requestExport(exports, PRESENT_PERIOD, { tenant });
  await sealLog(tenant);
  await runExportTasks(tenant, batchId);
  const { batch, text, manifest, signature } = await readExportFiles(exports, tenant, batchId);
  const file = write(`export/${batch.artifact.filename}`, text);
  write('export/manifest.json', formatManifest(manifest));
  write('export/manifest.json.sig', signature);
  const log = dirname(write('log/checkpoint', await checkpoint()));
  const size = Number((await checkpoint()).split('\n')[1]);
  for (const path of listTilesOf(size).map(formatTilePath)) {
    const tile = path.replace('tile/', '');
    const { bytes } = await exports.call('getEvidenceTile', { tenant, path: { tile } });
    write(`log/${path}`, bytes);
  }

  const verdict = await verifyEvidence({
    keys: readEvidenceKeys([(await key()).trim()]),
    log,
    checkpoints: [],
    exports: [file],
    proofs: [],
    lateHours: 24,
    onProgress: () => undefined,
  });

  expect(manifest.evidence).toMatchObject({ covers_period: true });
  expect(formatVerdict(verdict)).toContain(`PROVED: everything that was given is as the log`);
});

test('a late receipt in a batch that is not published yet is not covered', async () => {
  const tenant = 'unpublished';
  const { post, key } = ofTenant(tenant);
  const now = () => new Date(Date.now() + 60_000);
  advanceTime(30_000);
  await post();
  returnToPresent();
  const { batchId } = await requestExport(exports, PRESENT_PERIOD, { tenant });
  const start = await callTask('begin-regulatory-export', { tenant, batchId });
  await sealLog(tenant, { now });
  const { publicKey } = parseVerifierKey((await key()).trim());
  await post();
  const signer = { publicKey, sign: () => Promise.reject(new Error('out of reach')) };
  await expect(sealLog(tenant, { now, signer })).rejects.toThrow('out of reach');
  const input = { ...start, before: now().toISOString() };

  const pending = await callTask('cover-regulatory-export', input);
  await sealLog(tenant, { now });
  const covered = await callTask('cover-regulatory-export', input);

  expect(pending).toMatchObject({ coversPeriod: false, isPending: true, isOver: false });
  expect(covered).toMatchObject({ coversPeriod: true, isPending: false });
});
