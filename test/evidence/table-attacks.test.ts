// Attacks on the tables and the bucket by someone who can write all of them, but has neither the key of the log
// nor the checkpoints that an auditor keeps. Each leaves records that agree with each other.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { toExitCode } from '../../commands/evidence/report.ts';
import { verifyEvidence } from '../../commands/evidence/verify-evidence.ts';
import type { ObjectLockBucket } from '../../functions/artifacts/object-lock-bucket.ts';
import { parseVerifierKey } from '../../functions/domain/evidence/verifier-key.ts';
import { toReceiptItem } from '../../functions/ledger/commit/receipts.ts';
import { RequestIdentity } from '../../functions/ledger/commit/request-identity.ts';
import type { Item } from '../../functions/ledger/store/item.ts';
import {
  findTraces,
  listTenantItems,
  putItems,
  readLogFiles,
  removeItems,
  restoreItems,
  rewriteAmounts,
  replaceLogFiles,
} from '../support/evidence/attacked-tables.ts';
import { listSentences } from '../support/evidence/auditor-folder.ts';
import { writeFileIn } from '../support/evidence/log-writer.ts';
import { sealLog } from '../support/evidence/seal-log.ts';
import { runExport, startExports } from '../support/fixtures/batches/exports.ts';
import type { TestExports } from '../support/fixtures/batches/exports.ts';
import { PRESENT_PERIOD } from '../support/fixtures/periods.ts';
import { verifyTables } from '../support/invariants/verification.ts';
import { credit, openAccount } from '../support/stack/ledger.ts';
import { openDirectClient } from '../support/stack/tables.ts';

const engine = openDirectClient();
let ledger: TestExports;
let bucket: ObjectLockBucket;
/** The tenant that is attacked. */
let tenant: string;
/** Its accounts; both were credited. */
let ada: string;
let bob: string;
beforeAll(async () => {
  ledger = await startExports();
  bucket = { ...ledger.bucket, name: 'evidence' };
});
beforeEach(async () => {
  tenant = `t${randomUUID()}`;
  ada = await openAccount(ledger, { tenant });
  bob = await openAccount(ledger, { tenant });
  await post(ada, '4711.13');
  await post(bob, '815.17');
  await post(ada, '1.01');
  await sealLog(tenant);
});
afterAll(async () => {
  engine.destroy();
  await ledger.stop();
});

async function post(account: string, amount: string): Promise<string> {
  const body = credit(account, amount);
  return (await ledger.call('postJournalEntry', { tenant, body })).body.id as string;
}

const attacked = () => ({ tables: ledger.tables, engine });

/** The differences that the verification finds without the evidence log, and with it. */
async function verify() {
  const { ledger: ledgerTable, receipts } = ledger.tables;
  const tables = { ledger: ledgerTable, receipts };
  const [without, complete] = [
    await verifyTables(tables, { tenant }),
    await verifyTables(tables, { tenant, evidence: bucket, sealingMs: 0 }),
  ];
  const found = complete.differences.map(({ check, kind, field }) => [check, kind, field].join());
  const { remarks } = without;
  return { others: without.differences, found: [...new Set(found)].toSorted(), remarks };
}

interface KeptByAuditor {
  readonly key: string;
  readonly checkpoint: string;
}

async function keep(): Promise<KeptByAuditor> {
  const key = (await ledger.call('getEvidenceKey', { tenant })).text.trim();
  return { key, checkpoint: (await ledger.call('getEvidenceCheckpoint', { tenant })).text };
}

/** What an auditor finds with what was kept before the attack, a copy of the log and, if asked, an export. */
async function audit({ key: text, checkpoint }: KeptByAuditor, { hasExport = false } = {}) {
  const path = mkdtempSync(join(tmpdir(), 'audit-'));
  try {
    const kept = join(path, 'kept');
    writeFileSync(kept, checkpoint);
    for (const [name, content] of await readLogFiles(bucket, tenant)) {
      writeFileIn(join(path, 'log'), name.replace('checkpoint/', 'checkpoints/'), content);
    }
    const key = parseVerifierKey(text);
    const verdict = await verifyEvidence({
      keys: { origin: key.name, logKeys: [key], witnessKeys: [] },
      log: join(path, 'log'),
      checkpoints: [kept],
      exports: hasExport ? [await receiveExport(path)] : [],
      proofs: [],
      lateHours: 48,
      onProgress: () => undefined,
    });
    return { code: toExitCode(verdict), differences: listSentences(verdict, 'DIFFERS', { path }) };
  } finally {
    rmSync(path, { recursive: true });
  }
}

async function receiveExport(path: string): Promise<string> {
  const { batch } = await runExport(ledger, PRESENT_PERIOD, { tenant });
  const { batchId, artifact } = batch;
  const file = join(path, artifact.filename);
  const endings = { artifact: '', manifest: '.manifest.json', signature: '.manifest.json.sig' };
  for (const [name, ending] of Object.entries(endings)) {
    const options = { tenant, path: { batchId }, query: { file: name } };
    const { bytes } = await ledger.call('getLegacyBatchArtifact', options);
    writeFileSync(`${file}${ending}`, bytes);
  }
  return file;
}

test('nothing differs before an attack', async () => {
  expect(await verify()).toEqual({
    others: [],
    found: [],
    remarks: [
      expect.stringMatching(
        `^${tenant}: the evidence log \\S+/${tenant} was not verified, because its bucket was not found or given\\.$`,
      ),
    ],
  });
  expect(await audit(await keep(), { hasExport: true })).toEqual({ code: 0, differences: [] });
});

test('the chain of an account is rewritten with its balance, journal entries and receipts', async () => {
  const kept = await keep();
  const amounts = new Map([
    [471_113n, 571_113n],
    [471_214n, 571_214n],
  ]);
  const items = await listTenantItems(attacked(), tenant);
  await putItems(attacked(), rewriteAmounts(tenant, items, amounts));

  const path = { accountId: ada };
  const { body } = await ledger.call('getAccountBalance', { tenant, path });
  expect(body).toMatchObject({ balance: '5712.14' });
  const { others, found } = await verify();
  expect(others).toEqual([]);
  expect(found).toEqual([
    'evidence,receipt,answer_sha256',
    'evidence,receipt,digest',
    'evidence,receipt,records',
    'evidence-logs,journal_entry,digest',
  ]);
  const { code, differences } = await audit(kept, { hasExport: true });
  expect(code).toBe(1);
  expect(differences[0]).toMatch(/is not as it was posted: leaf 2 /);
});

test('an account is deleted with all its traces', async () => {
  const kept = await keep();
  const items = await listTenantItems(attacked(), tenant);
  const journal = items.filter(({ PK }) => PK.split('#')[2] === 'JRN');
  const named = findTraces(journal, [bob]).map(({ SK }) => SK);
  await removeItems(attacked(), findTraces(items, [bob, ...named]));

  const { others, found } = await verify();
  expect(others).toEqual([]);
  expect(found).toEqual(['evidence,evidence_log,leaf', 'evidence-logs,journal_entry,digest']);
  const { code, differences } = await audit(kept, { hasExport: true });
  expect(code).toBe(1);
  expect(differences.join('\n')).toContain(`${named[0]}`);
});

test('a receipt is inserted, and one dated back', async () => {
  const kept = await keep();
  const inserted = await buildReceipt(new Date());
  await putItems(attacked(), [inserted]);

  const { others, found } = await verify();
  expect(others).toEqual([]);
  expect(found).toEqual(['evidence,receipt,leaf']);

  const days = 4 * 24 * 3_600_000;
  await putItems(attacked(), [await buildReceipt(new Date(Date.now() - days))]);
  await sealLog(tenant, { isThorough: true });
  const { code, differences } = await audit(kept);
  expect(code).toBe(1);
  expect(differences).toEqual([expect.stringMatching(/^Leaf \d .*: it was dated back, or /)]);
});

test('a receipt is inserted with a time that sealing does not reach, or that does not exist', async () => {
  const hours = 25 * 3_600_000;
  const future = await buildReceipt(new Date(Date.now() + hours));
  await putItems(attacked(), [future]);
  expect(await verify()).toMatchObject({ others: [], found: ['evidence,receipt,leaf'] });

  await removeItems(attacked(), [future]);
  const { at, ...timeless } = await buildReceipt(new Date());
  await putItems(attacked(), [
    { ...timeless, at: `${String(at).slice(0, 13)}:99:00.000Z` } as Item,
  ]);
  expect((await verify()).found).toContain('form,receipt,record');
});

// As of a request that changed nothing, so that no record would have to name it.
async function buildReceipt(at: Date): Promise<Item> {
  const scope = { tenant, idempotencyKey: randomUUID() };
  const identity = await RequestIdentity.of(scope, randomUUID(), 1_000);
  const author = { tenant, operation: 'seedDefaultRules', actor: 'eve', correlationId: 'c-1' };
  const answer = { status: 201, text: '[]' };
  return toReceiptItem({ ...author, identity, shards: 4 }, answer, [], at);
}

test('a receipt that loses what belongs to the log, as of an earlier version', async () => {
  const receipts = (await listTenantItems(attacked(), tenant)).filter(({ PK }) =>
    PK.includes('#RCP#'),
  );
  const { digest: _digest, salt: _salt, ...stripped } = receipts[0] as Item;
  await putItems(attacked(), [stripped as Item]);

  expect((await verify()).found).toContain('evidence,evidence_log,leaf');
});

test('an old backup is restored over the tables', async () => {
  const backup = await listTenantItems(attacked(), tenant);
  await post(ada, '22.00');
  await sealLog(tenant);
  const kept = await keep();
  await restoreItems(attacked(), tenant, backup);

  const { others, found } = await verify();
  expect(others).toEqual([]);
  expect(found).toContain('evidence-logs,evidence_log,size');
  await post(bob, '33.00');
  await post(bob, '44.00');
  await expect(sealLog(tenant)).rejects.toThrow('has the size 5, but its newest checkpoint has 6.');
  expect(await audit(kept)).toEqual({ code: 0, differences: [] });
});

test('tables and bucket are rolled back together', async () => {
  const [backup, files] = [
    await listTenantItems(attacked(), tenant),
    await readLogFiles(bucket, tenant),
  ];
  await post(ada, '22.00');
  await sealLog(tenant);
  const kept = await keep();
  await restoreItems(attacked(), tenant, backup);
  await replaceLogFiles(bucket, tenant, files);

  // Only what has left the institution shows it.
  expect(await verify()).toMatchObject({ others: [], found: [] });
  const { code, differences } = await audit(kept);
  expect(code).toBe(1);
  expect(differences[0]).toMatch(
    /^The log has 5 leaves, fewer than the 6 of the checkpoint in kept/,
  );
});

test('the logs of two tenants are swapped', async () => {
  const kept = await keep();
  const victim = tenant;
  tenant = `t${randomUUID()}`;
  await openAccount(ledger, { tenant });
  await sealLog(tenant);
  const [one, other] = [await readLogFiles(bucket, victim), await readLogFiles(bucket, tenant)];
  await replaceLogFiles(bucket, victim, other);
  await replaceLogFiles(bucket, tenant, one);

  for (tenant of [tenant, victim]) {
    const { others, found } = await verify();
    expect(others).toEqual([]);
    expect(found).toContain('evidence-logs,evidence_log,verifier_key');
  }
  const { code, differences } = await audit(kept);
  expect(code).toBe(1);
  expect(differences.join('\n')).toContain(tenant);
});
