// What a FEC holds: the entries of a fiscal year in euro after the balances from before it, in the
// character set that was asked for, with its description; and what keeps it from being written.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkArtifact } from '../../commands/artifact-check/check-artifact.ts';
import { objectKeys } from '../../functions/artifacts/locations.ts';
import { readWholeObject } from '../../functions/artifacts/objects.ts';
import { buildEntryBody } from '../../tools/samples/request-bodies.ts';
import { requestExport } from '../support/fixtures/batches/batches.ts';
import {
  callTask,
  runExport,
  runExportTasks,
  startExports,
} from '../support/fixtures/batches/exports.ts';
import type { FinishedExport, TestExports } from '../support/fixtures/batches/exports.ts';
import { credit, openAccount } from '../support/stack/ledger.ts';

const YEAR = { period_from: '2025-01-01', period_to: '2025-12-31' };
const NEXT_YEAR = { period_from: '2026-01-01', period_to: '2026-12-31' };

let exports: TestExports;
let folder: string;
/** The newest entry. */
let newest: string;
beforeAll(async () => {
  exports = await startExports();
  folder = mkdtempSync(join(tmpdir(), 'fec-'));
  await post('acme', { codes: ['512000', '707000'], amount: '100.00', day: '2024-06-30' });
  await post('acme', { codes: ['607000', '401000'], amount: '30.00', day: '2024-07-01' });
  await post('acme', { codes: ['401000', '512000'], amount: '30.00', day: '2024-12-31' });
  await post('acme', { codes: ['512000', '707000'], amount: '7.50', day: '2025-01-01' });
  await post('acme', { codes: ['512000', '419000'], amount: '2.00', day: '2025-12-31' });
  newest = await post('acme', { codes: ['512000', '707000'], amount: '5.00', day: '2026-01-01' });
});
afterAll(async () => {
  await exports.stop();
  rmSync(folder, { recursive: true });
});

interface PostedLines {
  readonly codes: readonly [debited: string, credited: string];
  readonly amount: string;
  readonly day: string;
  readonly description?: string;
}

async function post(tenant: string, { codes, amount, day, description }: PostedLines) {
  const lines = buildEntryBody(amount, codes, []);
  const body = { ...lines, effective_date: day, ...(description !== undefined && { description }) };
  const posted = await exports.call('postJournalEntry', { tenant, body });
  expect(posted.status).toBe(201);
  return String(posted.body.id);
}

const runFec = (members: Record<string, unknown> = {}, tenant = 'acme') =>
  runExport(exports, { ...YEAR, legal_basis_code: 'FEC-552100554', ...members }, { tenant });

async function findFailure(members: Record<string, unknown>, tenant: string): Promise<Error> {
  const wanted = { ...YEAR, legal_basis_code: 'FEC-552100554', ...members };
  const { batchId } = await requestExport(exports, wanted, { tenant });
  return runExportTasks(tenant, batchId).then(
    () => new Error('the export was written'),
    (error: Error) => error,
  );
}

/** The rows as objects, by the names of the heading. */
function parseRows(text: string): Record<string, string>[] {
  const [heading = '', ...rows] = text.split('\r\n').slice(0, -1);
  const names = heading.split('\t');
  return rows.map((row) =>
    Object.fromEntries(row.split('\t').map((value, index) => [names[index] ?? '', value])),
  );
}

const readLines = (text: string) =>
  parseRows(text).map(({ JournalCode, EcritureNum, EcritureDate, CompteNum, Debit, Credit }) =>
    [JournalCode, EcritureNum, EcritureDate, CompteNum, Debit, Credit].join(' '),
  );

async function findDifferences({
  text,
  manifest,
}: Pick<FinishedExport, 'manifest'> & { text: string | Buffer }) {
  const [file, beside] = [join(folder, 'artifact'), join(folder, 'manifest.json')];
  writeFileSync(file, text);
  writeFileSync(beside, JSON.stringify(manifest));
  return (await checkArtifact(file, beside)).differences;
}

async function readBytes({ batch }: FinishedExport, tenant: string) {
  const { batchId, artifact } = batch;
  const key = objectKeys.artifact(tenant, batchId, artifact.filename);
  return (await readWholeObject(exports.bucket, key)) ?? Buffer.alloc(0);
}

test('brings forward the balances of the years before, the result on 120', async () => {
  const files = await runFec();

  expect(readLines(files.text)).toEqual([
    'AN 1 20250101 120 0,00 70,00',
    'AN 1 20250101 512000 70,00 0,00',
    'OD 2 20250101 512000 7,50 0,00',
    'OD 2 20250101 707000 0,00 7,50',
    'OD 3 20251231 512000 2,00 0,00',
    'OD 3 20251231 419000 0,00 2,00',
  ]);
  expect(files.batch.artifact).toMatchObject({ filename: '552100554FEC20251231.txt', rows: 6 });
  expect(files.manifest.control_totals).toMatchObject({
    journal_entries: 3,
    total_debits: '79.50',
    total_credits: '79.50',
  });
  expect(await findDifferences(files)).toEqual([]);
});

test('writes a FEC for another code when the request names the format', async () => {
  const named = { legal_basis_code: 'LPF A47 A-1 (552100554)', format: 'fec' };
  const { text, batch, manifest } = await runFec(named);

  expect(text).toBe((await runFec()).text);
  expect(batch.artifact.filename).toBe('552100554FEC20251231.txt');
  expect(manifest).toMatchObject({
    format: 'fec',
    format_reason: 'The request names the format FEC.',
  });
});

test('detects another sum of the general ledger in the manifest of a FEC', async () => {
  const files = await runFec();
  const { control_totals } = files.manifest;
  const general_ledger = { count: 6, total_debits: '79.51', total_credits: '79.50' };
  const forged = { ...files.manifest, control_totals: { ...control_totals, general_ledger } };

  expect(await findDifferences({ ...files, manifest: forged as typeof files.manifest })).toEqual([
    expect.stringMatching(/^general_ledger: .*but the manifest says 6 rows, debits 79.51/),
  ]);
});

test('brings forward a loss on 129, beside what stands there', async () => {
  const tenant = 'loss';
  await post(tenant, { codes: ['607000', '512000'], amount: '40.00', day: '2023-05-05' });
  await post(tenant, { codes: ['129', '101000'], amount: '1.00', day: '2024-05-05' });
  const { text } = await runFec({}, tenant);

  expect(readLines(text)).toEqual([
    'AN 1 20250101 101000 0,00 1,00',
    'AN 1 20250101 129 41,00 0,00',
    'AN 1 20250101 512000 0,00 40,00',
  ]);
});

test('chooses entries by their accounting date, whenever they were posted', async () => {
  const { text } = await runFec(NEXT_YEAR);
  const [row] = parseRows(text).filter(({ JournalCode }) => JournalCode === 'OD');
  const path = { journalEntryId: newest };
  const { posted_at: postedAt } = (await exports.call('getJournalEntry', { path })).body;

  expect(readLines(text)).toEqual([
    'AN 1 20260101 120 0,00 77,50',
    'AN 1 20260101 419000 0,00 2,00',
    'AN 1 20260101 512000 79,50 0,00',
    'OD 2 20260101 512000 5,00 0,00',
    'OD 2 20260101 707000 0,00 5,00',
  ]);
  expect(row?.['ValidDate']).toBe(postedAt.slice(0, 10).replaceAll('-', ''));
});

test('names each account as the chart does when the export starts', async () => {
  const tenant = 'charted';
  await post(tenant, { codes: ['512000', '120'], amount: '1.00', day: '2024-05-05' });
  await post(tenant, { codes: ['512000', '707000'], amount: '2.00', day: '2025-05-05' });
  for (const [code, name] of [
    ['512000', 'Banque “Crédit”  du Nord'],
    ['120', 'Bénéfice reporté'],
  ] as const) {
    const body = { name, type: 'ASSET' };
    await exports.call('upsertGeneralLedgerAccount', { tenant, path: { code }, body });
  }
  const files = await runFec({}, tenant);
  const latin = await runFec({ encoding: 'US-ASCII' }, tenant);
  const labelsOf = (text: string) =>
    Object.fromEntries(parseRows(text).map(({ CompteNum, CompteLib }) => [CompteNum, CompteLib]));

  expect(labelsOf(files.text)).toEqual({
    120: 'Bénéfice reporté',
    512000: 'Banque “Crédit”  du Nord',
    707000: 'Compte 707000',
  });
  expect(labelsOf(latin.text)).toMatchObject({ 120: 'Benefice reporte' });
  expect(await findDifferences(files)).toEqual([]);
});

test('names each account by its code, as the ledger has no other name', async () => {
  const { text } = await runFec();
  const labels = new Map(parseRows(text).map(({ CompteNum, CompteLib }) => [CompteNum, CompteLib]));

  expect(Object.fromEntries(labels)).toEqual({
    120: "Résultat de l'exercice (bénéfice)",
    419000: 'Compte 419000',
    512000: 'Compte 512000',
    707000: 'Compte 707000',
  });
});

test('refuses entries in another currency, by name', async () => {
  const tenant = 'foreign';
  const account = await openAccount(exports, { tenant, currency: 'USD' });
  const body = { ...credit(account, '10.00', 'USD'), effective_date: '2025-03-01' };
  const { body: entry } = await exports.call('postJournalEntry', { tenant, body });
  await post(tenant, { codes: ['512000', '707000'], amount: '1.00', day: '2025-03-01' });
  const failure = await findFailure({}, tenant);
  const later = await findFailure(NEXT_YEAR, tenant);
  const before = await runFec({ period_from: '2024-01-01', period_to: '2024-12-31' }, tenant);

  expect(failure.name).toBe('BatchFailure');
  expect(failure.message).toContain(`in another currency: ${entry.id} (USD).`);
  expect(later.message).toBe(failure.message);
  expect(before.batch.status).toBe('COMPLETED');
});

test('refuses account codes that do not start with three digits of the chart, by name', async () => {
  const tenant = 'uncharted';
  for (const code of ['CASH', '01-BANK', '5A2', '000']) {
    await post(tenant, { codes: [code, '707000'], amount: '1.00', day: '2025-03-01' });
  }
  await post(tenant, { codes: ['OLD', '707000'], amount: '1.00', day: '2024-03-01' });
  await post(tenant, { codes: ['GONE', 'GONE'], amount: '1.00', day: '2024-03-01' });
  const failure = await findFailure({}, tenant);

  expect(failure.name).toBe('BatchFailure');
  expect(failure.message).toMatch(/These do not: CASH, 01-BANK, 5A2, 000, OLD\.$/);
});

test('names twenty of many account codes', async () => {
  const tenant = 'many';
  const codes = Array.from({ length: 21 }, (_, index) => `X${index}`);
  for (const code of codes) {
    await post(tenant, { codes: [code, '707000'], amount: '1.00', day: '2025-03-01' });
  }
  const { message } = await findFailure({}, tenant);

  expect(message).toContain(`${codes.slice(0, 20).join(', ')} and others.`);
});

test('writes the character set that was asked for', async () => {
  const tenant = 'accents';
  const posted = { codes: ['512000', '707000'], amount: '1.00', day: '2025-03-01' } as const;
  await post(tenant, { ...posted, description: 'Œuvre «é» 5 € – ł\tfin' });
  const run = async (encoding: string) => {
    const files = await runFec({ encoding }, tenant);
    const text = await readBytes(files, tenant);
    expect(await findDifferences({ ...files, text })).toEqual([]);
    return text;
  };
  const [latin9, ascii, utf8] = [
    await run('ISO-8859-15'),
    await run('US-ASCII'),
    await run('UTF-8'),
  ];

  expect(latin9.toString('latin1')).toContain('\t\xbcuvre \xab\xe9\xbb 5 \xa4 - ? fin\t');
  expect(ascii.toString('latin1')).toContain('\tOEuvre "e" 5 EUR - ? fin\t');
  expect(ascii.toString('latin1')).toContain('\tOperations diverses\t');
  expect(utf8.toString('utf8')).toContain('\tŒuvre «é» 5 € – ł fin\t');
});

test('accompanies the file by its description, which the manifest names', async () => {
  const files = await runFec({ encoding: 'ISO-8859-15' });
  const { batchId } = files.batch;
  const read = (file: string) =>
    exports.call('getLegacyBatchArtifact', { path: { batchId }, query: { file } });
  expect((await read('manifest')).body).toEqual(files.manifest);
  const { text, headers } = await read('description');
  const named = parseRows(files.text).map(({ JournalCode }) => JournalCode ?? '');

  expect(headers['Content-Disposition']).toContain('552100554FEC20251231-description.txt');
  for (const part of ['18. Idevise', 'SIREN : 552100554', 'ISO 8859-15', 'tabulation', ...named]) {
    expect(text).toContain(part);
  }
  expect(files.manifest.description).toMatchObject({
    filename: '552100554FEC20251231-description.txt',
    size_bytes: Buffer.byteLength(text),
  });
  expect((await read('artifact')).status).toBe(303);
});

test('brings forward what several runs of a worker read', async () => {
  const { text } = await runFec();
  const wanted = { ...YEAR, legal_basis_code: 'FEC-552100554' };
  const { batchId } = await requestExport(exports, wanted);
  // So little time is left that the worker stops after each page.
  await runExportTasks('acme', batchId, (name, input) => callTask(name, input, 1_000));
  const key = objectKeys.artifact('acme', batchId, '552100554FEC20251231.txt');

  expect(String(await readWholeObject(exports.bucket, key))).toBe(text);
});
