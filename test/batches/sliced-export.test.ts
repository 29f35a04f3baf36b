// A journal of more than one page: divided among workers and assembled in posting order.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkArtifact } from '../../commands/artifact-check/check-artifact.ts';
import { objectKeys } from '../../functions/artifacts/locations.ts';
import { readWholeObject } from '../../functions/artifacts/objects.ts';
import { writeAccountNames } from '../../functions/batches/account-names.ts';
import type { ExportManifest } from '../../functions/batches/export/export-manifest.ts';
import { assembleExport } from '../../functions/batches/export/assemble-export.ts';
import { mapInParallel } from '../../functions/ledger/in-parallel.ts';
import { planSlices } from '../../functions/batches/export/slices.ts';
import { writeSlice } from '../../functions/batches/export/write-slice.ts';
import { findStoredFormat } from '../../functions/domain/exports/export-formats.ts';
import {
  readExportScope,
  requestExport,
} from '../../functions/domain/batches/regulatory-exports.ts';
import {
  buildJournalRange,
  PAGE_ENTRIES,
  streamJournal,
} from '../../functions/ledger/journal/journal-order.ts';
import { openStore } from '../../functions/ledger/store/store.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { seedJournal } from '../../tools/bench/load/seeded-journal.ts';
import { buildExportBody } from '../../tools/samples/request-bodies.ts';
import { expectValid } from '../support/contract/contract.ts';
import { xmlFormat } from '../support/fixtures/batches/xml-format.ts';
import { createTables, readEngineEndpoint } from '../support/stack/tables.ts';
import { startBucket } from '../support/stack/artifacts-bucket.ts';
import type { TestBucket } from '../support/stack/artifacts-bucket.ts';

/** Of one slice. */
const NAMED_MAX = 2_000;
const ENTRIES = 2 * PAGE_ENTRIES + 500;
const TENANT = 'acme';
const period = { from: new Date('2026-01-01'), before: new Date('2026-02-01') };

let started: TestBucket;
let store: Store;
beforeAll(async () => {
  started = await startBucket();
  const tables = await createTables();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  store = openStore(
    { ledgerTable: tables.ledger, receiptsTable: tables.receipts, shards: 2 },
    { endpoint: readEngineEndpoint(), region: 'eu-central-1', credentials },
  );
  const target = { endpoint: readEngineEndpoint(), table: tables.ledger, shards: 2 };
  await seedJournal(target, TENANT, ENTRIES);
});
afterAll(async () => {
  store.documents.destroy();
  await started.stop();
});

const buildSubmission = (id: string) => ({ id, requestedBy: 'ada', correlationId: 'x' });

const buildBeginning = (batchId: string) => ({
  tenant: TENANT,
  batchId,
  from: period.from.toISOString(),
  before: period.before.toISOString(),
  settleSeconds: 0,
});

// A directory without names.
const nameOperators = async (ids: readonly string[]) => ids.map((id) => ({ id }));

async function exportedInSlices(
  batchId: string,
  code: string,
  format = findStoredFormat(code),
): Promise<string> {
  const { bucket } = started;
  const slices = await planSlices(store, TENANT, period);
  expect(slices).toHaveLength(40);
  const exportBody = buildExportBody({ legal_basis_code: code });
  const scope = readExportScope(exportBody);
  const session = { store, tenant: TENANT, actor: 'ada', correlationId: 'x', operation: 'export' };
  if (format.hasAccountNames) {
    await writeAccountNames(session, bucket, { tenant: TENANT, batchId });
  }
  const writing = { store, bucket, format, scope, isOver: () => false };
  // The workers finish in any order. There are ten, as in the state machine.
  await mapInParallel(slices.toReversed(), 10, (slice) =>
    writeSlice({ tenant: TENANT, batchId, slice }, writing),
  );
  const batch = requestExport(exportBody, { ...buildSubmission(batchId), now: new Date() });
  const { artifact, counted } = await assembleExport({
    bucket,
    batch,
    period: buildBeginning(batchId),
    format,
    slices: slices.length,
    nameOperators,
  });
  expect(counted.processed).toBe(ENTRIES);
  return (await readWholeObject(bucket, artifact.key))?.toString('utf8') ?? '';
}

test('contains every entry once, in posting order', async () => {
  const text = await exportedInSlices('bat_csv', 'BANKING-ACT-24');
  const ids = [...new Set(text.match(/^jrn_[^,]+/gm))];

  expect(ids).toHaveLength(ENTRIES);
  expect(ids).toEqual(ids.toSorted());
  expect(text.split('\r\n')).toHaveLength(1 + 4 * ENTRIES + 1);
});

test('continues the numbers of a FEC from slice to slice', async () => {
  const text = await exportedInSlices('bat_fec', 'FEC-552100554');
  const numbers = text
    .split('\r\n')
    .slice(1, -1)
    .map((row) => Number(row.split('\t')[2]));

  expect(numbers).toEqual(Array.from({ length: 2 * ENTRIES }, (_, row) => Math.floor(row / 2) + 1));
});

test('fails, and stores nothing, when the retention has ended', async () => {
  const { bucket } = started;
  const id = 'bat_late';
  const exportBody = buildExportBody({ retention_until: '2026-02-01' });
  const batch = requestExport(exportBody, { ...buildSubmission(id), now: new Date('2026-01-20') });
  const format = findStoredFormat('CSV');
  const late = assembleExport({
    bucket,
    batch,
    period: buildBeginning(id),
    format,
    slices: 0,
    nameOperators,
  });

  await expect(late).rejects.toMatchObject({
    name: 'BatchFailure',
    message: expect.stringContaining('2026-02-01'),
  });
  expect(await readWholeObject(bucket, objectKeys.manifest(TENANT, id))).toBeUndefined();
});

/** Checks a file with the manifest of the batch, as an auditor does. */
async function check(batchId: string, text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  const [file, beside] = [join(folder, 'artifact'), join(folder, 'manifest.json')];
  writeFileSync(file, text);
  writeFileSync(
    beside,
    String(await readWholeObject(started.bucket, objectKeys.manifest(TENANT, batchId))),
  );
  try {
    return await checkArtifact(file, beside, undefined, [xmlFormat]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('writes the totals into the header of an XML format, before the rows', async () => {
  const text = await exportedInSlices('bat_xml', 'XML', xmlFormat);
  const { agreed, differences } = await check('bat_xml', text);
  const [, , header = '', first = ''] = text.split('\n');

  expect(header).toContain(
    `<header from="2026-01-01" to="2026-01-31" entries="${ENTRIES}" debits="`,
  );
  expect(first).toMatch(/^<line entry="jrn_/);
  expect(text.split('\n').slice(-3)).toEqual([`<end lines="${2 * ENTRIES}"/>`, '</journal>', '']);
  expect(differences).toEqual([]);
  expect(agreed).toContain(`rows: ${2 * ENTRIES}`);
  expect(agreed).toContain(`total_debits: ${/debits="([^"]+)"/.exec(header)?.[1]}`);
});

test('checks an XML format by its own rules and the totals by the shared ones', async () => {
  const batchId = 'bat_forged';
  const text = await exportedInSlices(batchId, 'XML', xmlFormat);
  const found = async (forged: string) => (await check(batchId, forged)).differences.join();

  expect(await found(text.replace(/debits="\d+/, 'debits="9'))).toContain('the header has debits');
  expect(await found(text.replace(/<line.*\n/, ''))).toMatch(/entry jrn_\S+ does not balance/);
  expect(await found(text.replace('</journal>\n', ''))).toContain('the journal has no end');
});

test('a manifest says where it does not name all who have posted', async () => {
  const tenant = 'crowd';
  const target = { endpoint: readEngineEndpoint(), table: store.ledgerTable, shards: 2 };
  await seedJournal(target, tenant, NAMED_MAX + 1, (position) => `op_${position}`);
  const exportUntil = async (batchId: string, before: Date) => {
    const range = { index: 0, ...buildJournalRange(period.from, before) };
    const scope = readExportScope(buildExportBody());
    const format = findStoredFormat('CSV');
    const writing = { store, bucket: started.bucket, format, scope, isOver: () => false };
    await writeSlice({ tenant, batchId, slice: range }, writing);
    const batch = requestExport(buildExportBody(), {
      ...buildSubmission(batchId),
      now: new Date(),
    });
    await assembleExport({
      bucket: started.bucket,
      batch,
      period: { ...buildBeginning(batchId), tenant },
      format,
      slices: 1,
      nameOperators,
    });
    const key = objectKeys.manifest(tenant, batchId);
    return JSON.parse(String(await readWholeObject(started.bucket, key))) as ExportManifest;
  };
  // The last entry is of the last half hour.
  const all = await exportUntil('bat_named', new Date('2026-01-31T23:30:00.000Z'));
  const some = await exportUntil('bat_unnamed', period.before);

  // With the one who has requested it.
  expect(all.operators).toHaveLength(NAMED_MAX + 1);
  expect(all).not.toHaveProperty('operators_incomplete');
  expect(some.operators).toHaveLength(NAMED_MAX + 1);
  expect(some.operators_incomplete).toBe(true);
  for (const manifest of [all, some]) expectValid('models/regulatory-export-manifest', manifest);
});

// A slice of a large journal has several pages of each shard, which end at different times.
test('the entries of several pages of each shard come once, in posting order', async () => {
  const range = buildJournalRange(period.from, period.before);
  const ids: string[] = [];
  for await (const chunk of streamJournal(store, TENANT, range)) {
    for (const { entry } of chunk) ids.push(entry.id);
  }

  expect(ids).toHaveLength(ENTRIES);
  expect(ids).toEqual([...new Set(ids)].toSorted());
});
