// For every kind of record, a check of the verification compares it, or the documentation gives the reason why
// none does.
import { expect, test } from '@jest/globals';
import { RECORD_KINDS } from '../../functions/ledger/record-kinds.ts';
import type { RecordKindRow } from '../../functions/ledger/record-kinds.ts';
import { checks } from '../../functions/verification/checks.ts';
import { form, uncheckedKinds } from '../../functions/verification/checks/form.ts';
import { listFiles, listImportedFiles, readText } from '../support/conventions/source-files.ts';

type RecordKindTable = Readonly<Record<string, RecordKindRow>>;

const comparing = checks.filter((check) => check !== form);
const compared = new Set<string>(comparing.flatMap((check) => check.kinds));

/** Lists what is missing for the kinds of the table. */
function listGaps(table: RecordKindTable): string[] {
  const verified = Object.keys(table).filter((kind) => table[kind]?.table !== 'projections');
  const derived = Object.keys(table).filter((kind) => table[kind]?.table === 'projections');
  const isExcused = (kind: string) => Object.hasOwn(uncheckedKinds, kind);
  const counted = Object.entries(table).filter(([, { countedAs }]) => countedAs !== false);
  const ids = Object.values(table).flatMap(({ id }) => id ?? []);
  const page = readText('docs/verify.md');
  return [
    ...verified
      .filter((kind) => !compared.has(kind) && !isExcused(kind))
      .map((kind) => `${kind}: no check in functions/verification/checks reads it`),
    ...verified
      .filter((kind) => compared.has(kind) && isExcused(kind))
      .map((kind) => `${kind}: a check compares it, yet checks/form.ts says that none does`),
    ...derived
      .filter((kind) => compared.has(kind) || isExcused(kind))
      .map((kind) => `${kind}: projections are not verified`),
    ...counted
      .filter(([kind]) => !compared.has(kind))
      .map(([kind]) => `${kind}: counted as checked, yet no check compares it`),
    ...ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map((id) => `${id}: the prefix of two kinds`),
    ...verified
      .filter((kind) => isExcused(kind) && !page.includes(`| \`${kind}\``))
      .map((kind) => `${kind}: docs/verify.md does not say why it is not compared`),
  ];
}

test('a check compares every kind of record, or the reason why not is given', () => {
  expect(listGaps(RECORD_KINDS)).toEqual([]);
});

const row: RecordKindRow = { table: 'ledger', key: '| {text}', noun: 'mandate', countedAs: false };

test.each<[string, RecordKindTable, string]>([
  ['without a check', { MND: row }, 'MND: no check in functions/verification/checks reads it'],
  [
    'that is counted without a check',
    { PRO: { ...row, countedAs: 'products' } },
    'PRO: counted as checked, yet no check compares it',
  ],
  ['with the prefix of another', { LON: { ...row, id: 'acc' } }, 'acc: the prefix of two kinds'],
])('detects a kind %s', (_, added, gap) => {
  expect(listGaps({ ...RECORD_KINDS, ...added })).toContain(gap);
});

test('docs/verify.md describes every check', () => {
  const page = readText('docs/verify.md');

  expect(checks.filter(({ name }) => !page.includes(`| \`${name}\``))).toEqual([]);
});

test('every reason why a kind is not compared is on the page', () => {
  const page = readText('docs/verify.md');
  const missing = Object.entries(uncheckedKinds).filter(([, { reason }]) => !page.includes(reason));

  expect(missing).toEqual([]);
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
