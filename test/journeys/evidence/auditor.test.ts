// An auditor keeps a checkpoint in January, receives an export of March, and verifies it on a machine that
// has neither the service nor a network.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import { parseNote } from '../../../functions/domain/evidence/signed-note.ts';
import { formatTilePath } from '../../../functions/domain/evidence/tiles.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { listTilesOf } from '../../../tools/contract/evidence/log-tiles.ts';
import { bundleVerifier } from '../../../tools/verifier/bundle-verifier.ts';
import { writeFileIn } from '../../support/evidence/log-writer.ts';
import { sealLog } from '../../support/evidence/seal-log.ts';
import { requestExport } from '../../support/fixtures/batches/batches.ts';
import { runExportTasks, startExports } from '../../support/fixtures/batches/exports.ts';
import type { TestExports } from '../../support/fixtures/batches/exports.ts';
import { advanceTime, returnToPresent, stopTimeAt } from '../../support/stack/advance-time.ts';
import { credit, openAccount, transfer } from '../../support/stack/ledger.ts';
import type { CallOptions } from '../../support/stack/ledger.ts';

// A coming year: the storage refuses to lock files until a time that has passed.
const YEAR = new Date().getUTCFullYear() + 1;
const VERIFIER = 'countinghouse-verify.mjs';
const KEPT = 'kept-in-january';

let ledger: TestExports;
/** All that the auditor has. */
let desk: string;
/** The file of the export. */
let exported: string;
beforeAll(async () => {
  ledger = await startExports();
  desk = realpathSync(mkdtempSync(join(tmpdir(), 'desk-')));
  await bundleVerifier(join(desk, VERIFIER));
  try {
    await workFromJanuaryToApril();
  } finally {
    // From here on only the files of the desk are used.
    returnToPresent();
    await ledger.stop();
  }
});
afterAll(() => rmSync(desk, { recursive: true }));

async function workFromJanuaryToApril(): Promise<void> {
  stopTimeAt(Date.UTC(YEAR, 0, 20, 10));
  const [ada, bob] = [await openAccount(ledger, { funds: '100.00' }), await openAccount(ledger)];
  await sealLog();
  writeFileIn(desk, 'aurora.key', await read('getEvidenceKey'));
  writeFileIn(desk, KEPT, await read('getEvidenceCheckpoint'));

  stopTimeAt(Date.UTC(YEAR, 2, 3, 10));
  await ledger.call('postJournalEntry', { body: transfer(ada, bob, '12.50') });
  // The clock stands still, and an export has the entries of one millisecond in no order.
  advanceTime(1_000);
  await ledger.call('postJournalEntry', { body: credit(bob, '0.07') });
  await sealLog();

  stopTimeAt(Date.UTC(YEAR, 3, 2, 10));
  await ledger.call('postJournalEntry', { body: transfer(bob, ada, '1.00') });
  await sealLog();
  const { batchId } = await requestExport(ledger, {
    period_from: `${YEAR}-03-01`,
    period_to: `${YEAR}-03-31`,
    retention_until: `${YEAR + 10}-12-31`,
  });
  await runExportTasks('acme', batchId);
  await receiveExport(batchId);
  await copyLog();
}

/** Reads as the auditor, who has no other permission. */
async function read(name: OperationName, options: CallOptions = {}): Promise<Buffer> {
  const permissions = ['audit.read'];
  const { status, bytes } = await ledger.call(name, { subject: 'otto', permissions, ...options });
  expect({ name, status }).toEqual({ name, status: 200 });
  return bytes;
}

async function receiveExport(batchId: string): Promise<void> {
  const path = { batchId };
  const { artifact } = JSON.parse((await read('getLegacyBatch', { path })).toString());
  exported = artifact.filename as string;
  const files = { artifact: '', manifest: '.manifest.json', signature: '.manifest.json.sig' };
  for (const [file, ending] of Object.entries(files)) {
    const content = await read('getLegacyBatchArtifact', { path, query: { file } });
    writeFileIn(desk, `${exported}${ending}`, content);
  }
}

async function copyLog(): Promise<void> {
  const checkpoint = await read('getEvidenceCheckpoint');
  writeFileIn(desk, 'log/checkpoint', checkpoint);
  const { size } = parseCheckpoint(parseNote(checkpoint).text);
  for (const tile of listTilesOf(size).map(formatTilePath)) {
    const path = { tile: tile.replace('tile/', '') };
    writeFileIn(desk, `log/${tile}`, await read('getEvidenceTile', { path }));
  }
}

// Node runs it without the right to read anything else, to write, or to start processes; and it has no module
// for a network (bundled-verifier.test.ts).
function verify(folder = desk) {
  const rights = ['--permission', `--allow-fs-read=${folder}`];
  const given = ['log', KEPT, exported, '--key', 'aurora.key'];
  const options = { cwd: folder, env: {}, encoding: 'utf8' } as const;
  const words = [...rights, VERIFIER, ...given];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, options);
  return { code: status, out: stdout, error: stderr };
}

function listDifferences(out: string): string[] {
  return out.split('\n').filter((line) => line.startsWith('DIFFERS'));
}

test('proves the export of March by the checkpoint of January', () => {
  const { code, out, error } = verify();

  const differences = listDifferences(out);
  expect({ code, error, differences }).toEqual({ code: 0, error: '', differences: [] });
  for (const sentence of [
    'The checkpoint of 3 leaves in kept-in-january is signed by the key of the log bank.example/test/acme',
    'The log bank.example/test/acme has 6 leaves: their entries, hashed again, have the root',
    'The log starts with the 3 leaves of the checkpoint in kept-in-january: none of them was changed',
    `${exported}.manifest.json is signed by the key of the log`,
    `${exported} has 2 journal entries, and each is in the log as it was posted.`,
    `The log has 2 journal entries posted from ${YEAR}-03-01`,
  ]) {
    expect(out).toContain(sentence);
  }
  expect(out).toMatch(/\n\nPROVED: everything that was given is as the log \S+ states it\.\n$/);
  expect(out).not.toMatch(/^UNPROVED/m);
});

/** Changes one byte in the first place that has this text. */
function changeByte(file: string, [text, changed]: readonly [string, string]): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(-1);
  bytes.write(changed, at);
  writeFileSync(file, bytes);
}

/** What the auditor has, its file, the change, and how the difference names it. */
type ChangedByte = [string, () => string, readonly [string, string], () => string];
const changedBytes: ChangedByte[] = [
  ['the export', () => exported, [',12.50,', ',12.51,'], () => `${exported} is not what`],
  [
    'the manifest',
    () => `${exported}.manifest.json`,
    ['carla', 'carlo'],
    () => `${exported}.manifest.json.sig does not sign`,
  ],
  ['the entries', () => 'log/tile/entries/000.p/6', ['"ada"', '"adb"'], () => 'tile/0/000.p/6 has'],
  ['the kept checkpoint', () => KEPT, ['\n3\n', '\n2\n'], () => KEPT],
];

test.each(changedBytes)('names %s when one byte of it was changed', (_, file, change, named) => {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'changed-')));
  try {
    cpSync(desk, copy, { recursive: true });
    changeByte(join(copy, file()), change);
    const { code, out } = verify(copy);
    const differences = listDifferences(out);

    expect(code).toBe(1);
    expect(differences.join('\n')).toContain(named());
    expect(out).toMatch(/\n\nNOT PROVED: the evidence of bank\.example\/test\/acme has /);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test('names a tile of hashes when one byte of it was changed', () => {
  const file = join(desk, 'log/tile/0/000.p/6');
  const bytes = readFileSync(file);
  try {
    writeFileSync(file, bytes.with(40, (bytes[40] ?? 0) ^ 1));
    const { code, out } = verify();

    expect(code).toBe(1);
    expect(out).toMatch(/^DIFFERS {3}tile\/0\/000\.p\/6 has another hash of leaf 1 /m);
  } finally {
    writeFileSync(file, bytes);
  }
});
