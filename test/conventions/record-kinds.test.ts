// Every kind of record is verified: by its receipts, or by the check that derives it from other records.
import { expect, test } from '@jest/globals';
import { RECORD_KINDS } from '../../functions/ledger/record-kinds.ts';
import type { RecordKindRow } from '../../functions/ledger/record-kinds.ts';
import type { Store } from '../../functions/ledger/store/store.ts';
import { AuditRun } from '../../functions/verification/audit-run.ts';
import { beginPasses, FIRST_ROUND } from '../../functions/verification/rounds.ts';
import { checks } from '../../functions/verification/checks.ts';
import { form } from '../../functions/verification/checks/form.ts';
import { eventChanges } from '../../functions/verification/records/event-changes.ts';
import { findRecordForm, LEDGER_KINDS } from '../../functions/verification/records/record-forms.ts';
import { listFiles, listImportedFiles, readText } from '../support/conventions/source-files.ts';

/** Read models, and what was sent. */
const UNVERIFIED = new Set<RecordKindRow['table'] | undefined>(['projections', 'webhooks']);

type RecordKindTable = Readonly<Record<string, RecordKindRow>>;

// No pass reads anything before its first record.
const run = new AuditRun({ store: {} as Store });
const comparing = beginPasses(run, FIRST_ROUND).filter(({ name }) => name !== form.name);
const compared = new Set<string>(comparing.flatMap(({ pass }) => pass.kinds));

/** Lists what is missing for the kinds of the table. */
function listGaps(table: RecordKindTable): string[] {
  const verified = Object.keys(table).filter((kind) => !UNVERIFIED.has(table[kind]?.table));
  const derived = Object.keys(table).filter((kind) => UNVERIFIED.has(table[kind]?.table));
  const counted = Object.entries(table).filter(([, { countedAs }]) => countedAs !== false);
  const ids = Object.values(table).flatMap(({ id }) => id ?? []);
  return [
    ...verified
      .filter((kind) => !compared.has(kind))
      .map((kind) => `${kind}: no check in functions/verification/checks reads it`),
    ...derived
      .filter((kind) => compared.has(kind))
      .map((kind) => `${kind}: this table is not verified`),
    ...counted
      .filter(([kind]) => !compared.has(kind))
      .map(([kind]) => `${kind}: counted as checked, yet no check compares it`),
    ...ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map((id) => `${id}: the prefix of two kinds`),
  ];
}

test('every kind of record is compared with others', () => {
  expect(listGaps(RECORD_KINDS)).toEqual([]);
});

test('receipts state every kind of record, or a check derives it', () => {
  const forms = LEDGER_KINDS.map((kind) => {
    const { written, stages, changes, derivedBy } = findRecordForm(kind, { PK: '', SK: '' });
    const names = comparing.filter(({ pass }) => pass.kinds.includes(kind)).map(({ name }) => name);
    const isStated = written ?? stages ?? changes;
    return { kind, isVerified: isStated !== undefined || names.includes(derivedBy ?? '') };
  });

  expect(forms.filter(({ isVerified }) => !isVerified)).toEqual([]);
});

test('the verification reads every type of event', () => {
  const types = listFiles('schemas/events/*.json').map((file) =>
    file.replace(/^.*\//, '').replace(/\.json$/, ''),
  );

  expect(types.length).toBeGreaterThan(30);
  expect(Object.keys(eventChanges).toSorted()).toEqual(types.toSorted());
});

const row: RecordKindRow = { table: 'ledger', key: '| {text}', noun: 'mandate', countedAs: false };

test.each<[string, RecordKindTable, string]>([
  ['without a check', { MND: row }, 'MND: no check in functions/verification/checks reads it'],
  [
    'that is counted without a check',
    { MND: { ...row, countedAs: 'mandates' } },
    'MND: counted as checked, yet no check compares it',
  ],
  ['with the prefix of another', { LON: { ...row, id: 'acc' } }, 'acc: the prefix of two kinds'],
])('detects a kind %s', (_, added, gap) => {
  expect(listGaps({ ...RECORD_KINDS, ...added })).toContain(gap);
});

test('docs/verify.md describes every check', () => {
  const page = readText('docs/verify.md');

  expect(checks.filter(({ name }) => !page.includes(`| \`${name}\``))).toEqual([]);
});

test('the field tables and mappings of every noun are in their property test', () => {
  const mappings = listFiles('functions/ledger/*/*items.ts').filter(
    // Read models store the state of their projector without a mapping.
    (file) => file !== 'functions/ledger/projections/items.ts',
  );
  const tested = new Set(listImportedFiles('test/ledger/store/fields.test.ts'));

  expect(mappings.length).toBeGreaterThan(8);
  expect(mappings.filter((file) => !tested.has(file))).toEqual([]);
});
