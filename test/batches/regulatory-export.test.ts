// What an export holds, and that nothing that happens meanwhile changes it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkArtifact } from '../../commands/artifact-check/check-artifact.ts';
import type { ControlTotalsView } from '../../functions/domain/exports/control-totals.ts';
import { requestExport } from '../support/fixtures/batches/batches.ts';
import {
  callTask,
  runExport,
  readExportFiles,
  startExports,
  runExportTasks,
} from '../support/fixtures/batches/exports.ts';
import type { FinishedExport, TestExports } from '../support/fixtures/batches/exports.ts';
import { writeTokenHolder } from '../../functions/identity/storage/directory.ts';
import { openIdentityTable } from '../../functions/identity/storage/identity-table.ts';
import { credit, openAccount, transfer } from '../support/stack/ledger.ts';
import { PRESENT_PERIOD } from '../support/fixtures/periods.ts';

let exports: TestExports;
let folder: string;
beforeAll(async () => {
  exports = await startExports();
  folder = mkdtempSync(join(tmpdir(), 'export-'));
  const from = await openAccount(exports, { funds: '100.00' });
  const to = await openAccount(exports);
  for (let count = 1; count <= 9; count += 1) {
    const description = `Rent "${count}", flat\t${count}\r\nthird`;
    const { account_postings, ...lines } = transfer(from, to, `${count}.07`);
    const postings = account_postings.map((posting) => ({ ...posting, reference: `=${count}` }));
    const body = { ...lines, account_postings: postings, description };
    expect((await exports.call('postJournalEntry', { body })).status).toBe(201);
  }
});
afterAll(async () => {
  await exports.stop();
  rmSync(folder, { recursive: true });
});

const csv = () => runExport(exports, PRESENT_PERIOD);

function check(
  { text, manifest }: Pick<FinishedExport, 'text' | 'manifest'>,
  onProgress?: (text: string) => void,
) {
  const [file, beside] = [join(folder, 'artifact'), join(folder, 'manifest.json')];
  writeFileSync(file, text);
  writeFileSync(beside, JSON.stringify(manifest));
  return checkArtifact(file, beside, onProgress);
}

test('writes each line and posting to the CSV in posting order, and passes verify-artifact', async () => {
  const files = await csv();
  const { agreed, differences } = await check(files);
  const listed = await exports.call('listJournalEntries', { query: { limit: '100' } });
  const ids = files.text.match(/^jrn_[^,]+/gm) ?? [];

  expect([...new Set(ids)]).toEqual(listed.body.items.map(({ id }: { id: string }) => id));
  expect(differences).toEqual([]);
  expect(agreed).toContain('rows: 39');
  expect(agreed.at(-1)).toMatch(/^hash chain: 19 entries of 2 accounts derived again, 0 follow/);
  expect(files.batch.control_totals).toEqual(files.manifest.control_totals);
  expect(files.manifest.control_totals).toMatchObject({
    journal_entries: 10,
    total_debits: '145.63',
    total_credits: '145.63',
    general_ledger: { count: 20, total_debits: '145.63', total_credits: '145.63' },
    postings: {
      count: 19,
      by_currency: [{ currency: 'EUR', count: 19, total_debits: '45.63', total_credits: '145.63' }],
    },
  });
  expect(agreed).toContain(
    'postings: 19 rows, debits 45.63, credits 145.63; EUR: 19 rows, debits 45.63, credits 145.63',
  );
});

test('states the format and its reason in the manifest and in the batch', async () => {
  const { batch, manifest } = await csv();
  const why = { format: 'csv', format_reason: expect.stringContaining('BANKING-ACT-24') };

  expect(manifest).toMatchObject({ manifest_version: 2, ...why });
  expect(batch).toMatchObject(why);
});

test('writes no text that a spreadsheet would run', async () => {
  const { text } = await csv();

  expect(text).toContain(",'=9,");
  expect(text).not.toMatch(/,"?=/);
});

test('reports the progress of the check of a long file', async () => {
  const files = await csv();
  const seen: string[] = [];

  await check(files, (line) => seen.push(line));

  const size = Buffer.byteLength(files.text);
  expect(seen.at(0)).toMatch(/^checksums: [1-9]/);
  expect(seen.at(-1)).toBe(`rows: ${size} of ${size} bytes`);
});

test('writes the same bytes for the same export', async () => {
  const [first, second] = [await csv(), await csv()];

  expect(second.text).toBe(first.text);
  expect(second.batch.artifact).toEqual(first.batch.artifact);
  expect(second.batch.batchId).not.toBe(first.batch.batchId);
});

test('writes an empty, valid export for an empty period', async () => {
  const files = await runExport(exports, { period_from: '2001-01-01', period_to: '2001-12-31' });

  expect(files.batch.artifact.rows).toBe(0);
  expect((await check(files)).differences).toEqual([]);
});

test('exports nothing of another tenant', async () => {
  const files = await runExport(exports, PRESENT_PERIOD, { tenant: 'globex' });

  expect(files.batch.artifact.rows).toBe(0);
});

test('allows every task to be repeated and a worker to be abandoned halfway', async () => {
  const tenant = 'acme';
  const { batchId } = await requestExport(exports, PRESENT_PERIOD);
  const beginning = await callTask('begin-regulatory-export', { tenant, batchId });
  await callTask('begin-regulatory-export', { tenant, batchId });
  const plan = await callTask('plan-regulatory-export', beginning);
  const input = { tenant, batchId, slice: plan.slices[0] };
  // So little time is left that the worker stops after its first page.
  const first = await callTask('write-export-slice', input, 1_000);
  expect(first.isDone).toBe(false);
  await callTask('write-export-slice', input, 1_000);
  await callTask('write-export-slice', first);
  await callTask('write-export-slice', first);
  const assembling = { ...beginning, plan };
  const completion = await callTask('assemble-regulatory-export', assembling);
  expect(await callTask('assemble-regulatory-export', assembling)).toEqual(completion);
  await callTask('complete-regulatory-export', { ...beginning, completion });
  await callTask('complete-regulatory-export', { ...beginning, completion });
  // The whole execution runs again after its end.
  await runExportTasks(tenant, batchId);

  const files = await readExportFiles(exports, tenant, batchId);
  expect(files.text).toBe((await csv()).text);
  expect(files.batch.progress).toEqual({ total: 10, processed: 10, rejected: 0 });
});

test('stores the reason of a failure once', async () => {
  const [tenant, cause] = ['acme', { errorType: 'BatchFailure', errorMessage: 'no balance' }];
  const failure = { Error: 'BatchFailure', Cause: JSON.stringify(cause) };
  const { batchId } = await requestExport(exports, PRESENT_PERIOD);
  await callTask('begin-regulatory-export', { tenant, batchId });
  await callTask('fail-batch', { tenant, batchId, failure });
  await callTask('fail-batch', { tenant, batchId, failure: { Error: 'Other', Cause: '{}' } });
  const { body } = await exports.call('getLegacyBatch', { path: { batchId } });

  expect(body).toMatchObject({ status: 'FAILED', failure_reason: 'no balance' });
});

test('fails the export when debits differ from credits', async () => {
  const tenant = 'acme';
  const { batchId } = await requestExport(exports, PRESENT_PERIOD);
  const beginning = await callTask('begin-regulatory-export', { tenant, batchId });
  const plan = await callTask('plan-regulatory-export', beginning);
  const written = await callTask('write-export-slice', { tenant, batchId, slice: plan.slices[0] });
  const { work } = written as {
    work: { totals: { general_ledger: { by_currency: { total_debits: string }[] } } };
  };
  const [sums] = work.totals.general_ledger.by_currency;
  if (sums) sums.total_debits = '1.00';
  const { writeWorkObject: writeWork } = await import('../../functions/artifacts/objects.ts');
  const { summaryFileKey: summaryFile } =
    await import('../../functions/batches/export/export-input.ts');
  const summary = Buffer.from(JSON.stringify(work));
  await writeWork(exports.bucket, summaryFile({ tenant, batchId }, 0), summary);

  await expect(callTask('assemble-regulatory-export', { ...beginning, plan })).rejects.toThrow(
    expect.objectContaining({ name: 'BatchFailure', message: expect.stringContaining('EUR') }),
  );
});

test('fails an export whose rows were written before an upgrade, with other columns', async () => {
  const tenant = 'acme';
  const { batchId } = await requestExport(exports, PRESENT_PERIOD);
  const beginning = await callTask('begin-regulatory-export', { tenant, batchId });
  const { slices } = await callTask('plan-regulatory-export', beginning);
  const input = { tenant, batchId, slice: slices[0] };
  const { work } = await callTask('write-export-slice', input, 1_000);
  const { general_ledger: _ledger, postings: _postings, ...totals } = work.totals;

  await expect(
    callTask('write-export-slice', { ...input, work: { ...work, totals } }),
  ).rejects.toMatchObject({ name: 'BatchFailure', message: expect.stringContaining('upgraded') });
});

const tampered: [string, (files: FinishedExport) => FinishedExport][] = [
  ['another amount', (files) => ({ ...files, text: files.text.replaceAll('9.07', '8.07') })],
  ['a row less', (files) => ({ ...files, text: files.text.replace(/^jrn.*ACCOUNT.*\r\n/m, '') })],
  ['another hash', (files) => ({ ...files, text: files.text.replace(/,[0-9a-f]{64},/, ',,') })],
  ['another total', (files) => withTotals(files, { total_debits: '145.64' })],
];

const withTotals = (files: FinishedExport, members: object) => {
  const control_totals = { ...files.manifest.control_totals, ...members };
  return { ...files, manifest: { ...files.manifest, control_totals } };
};
const readSides = ({ manifest }: FinishedExport) => manifest.control_totals as ControlTotalsView;

const wrongTotals: [string, (files: FinishedExport) => object, RegExp][] = [
  [
    'another count of ledger lines',
    (files) => ({ general_ledger: { ...readSides(files).general_ledger, count: 21 } }),
    /^general_ledger: 20 rows.*but the manifest says 21 rows/,
  ],
  [
    'another sum of postings',
    (files) => ({ postings: { ...readSides(files).postings, total_credits: '145.64' } }),
    /^postings: .*credits 145.63.*but the manifest says .*credits 145.64/,
  ],
  [
    'another currency of postings',
    (files) => {
      const { postings } = readSides(files);
      const by_currency = postings.by_currency.map((sums) => ({ ...sums, currency: 'USD' }));
      return { postings: { ...postings, by_currency } };
    },
    /^postings: .*EUR: .*but the manifest says .*USD: /,
  ],
  [
    'another currency of ledger lines',
    (files) => ({
      by_currency: readSides(files).by_currency.map((sums) => ({ ...sums, currency: 'USD' })),
    }),
    /^by_currency: EUR: .*but the manifest says USD: /,
  ],
  ['no totals of postings', () => ({ postings: undefined }), /but the manifest says nothing$/],
];

test.each(wrongTotals)(
  'verify-artifact detects %s in the manifest',
  async (_, tamper, sentence) => {
    const files = await csv();
    const { differences } = await check(withTotals(files, tamper(files)));
    expect(differences).toEqual([expect.stringMatching(sentence)]);
  },
);

test.each(tampered)('verify-artifact detects %s', async (_, tamper) => {
  const { differences } = await check(tamper(await csv()));

  expect(differences.length).toBeGreaterThan(0);
});

test('a posting changed in all its amounts breaks the hash chain', async () => {
  const files = await csv();
  const text = files.text.replace(/(ACCOUNT_POSTING,1,,acc_[^,]+,,,)9\.07/, '$18.07');
  const { differences } = await check({ ...files, text });

  expect(differences.join()).toContain('breaks the hash chain');
});

test('includes postings before the request and excludes later ones', async () => {
  const account = await openAccount(exports, { tenant: 'umbrella', funds: '1.00' });
  const { batchId } = await requestExport(exports, PRESENT_PERIOD, { tenant: 'umbrella' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await exports.call('postJournalEntry', { tenant: 'umbrella', body: credit(account, '2.00') });
  await runExportTasks('umbrella', batchId);
  const { batch } = await readExportFiles(exports, 'umbrella', batchId);

  expect(batch.control_totals.total_debits).toBe('1.00');
});

test('its manifest names who posted and who requested, as far as the directory knows them', async () => {
  const holder = {
    tenantId: 'acme',
    id: 'ada',
    kind: 'OPERATOR',
    issuer: 'https://id.example',
    names: { name: 'Ada Lovelace', email: 'ada@acme.example' },
  } as const;
  await writeTokenHolder(openIdentityTable(exports.identityTable), holder, new Date());
  const entry = await exports.call('listJournalEntries', { query: { limit: '1' } });
  const body = credit(entry.body.items[0].account_postings[0].account_id, '1.00');
  await exports.call('postJournalEntry', { subject: 'op_unnamed', body });

  const { manifest, text } = await csv();

  expect(manifest.operators).toEqual([
    { id: 'ada', name: 'Ada Lovelace' },
    { id: 'carla' },
    { id: 'op_unnamed' },
  ]);
  expect(manifest.requested_by).toBe('carla');
  expect(text).not.toContain('Ada Lovelace');
});
