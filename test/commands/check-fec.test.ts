// `npm run verify-artifact -- --format fec`: each rule of article A47 A-1, by a fault planted for it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkFileAlone } from '../../commands/artifact-check/check-alone.ts';

const BIN = join(import.meta.dirname, '../../bin/verify-artifact.ts');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fec-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const NAME = '552100554FEC20251231.txt';
const COLUMNS =
  'JournalCode,JournalLib,EcritureNum,EcritureDate,CompteNum,CompteLib,CompAuxNum,CompAuxLib,PieceRef,PieceDate,EcritureLib,Debit,Credit,EcritureLet,DateLet,ValidDate,Montantdevise,Idevise'.split(
    ',',
  );

type Row = Readonly<Record<string, string>>;

function buildRow(members: Row): Row {
  return {
    JournalCode: 'OD',
    JournalLib: 'Opérations diverses',
    EcritureDate: '20250301',
    CompteNum: '512000',
    CompteLib: 'Banque',
    PieceRef: 'jrn_1',
    PieceDate: '20250301',
    EcritureLib: 'Loyer à 5 €',
    Debit: '0,00',
    Credit: '0,00',
    ValidDate: '20250302',
    ...members,
  };
}

const OPENING = { JournalCode: 'AN', JournalLib: 'À-nouveaux', EcritureNum: '1' };
const FIRST_DAY = { EcritureDate: '20250101', PieceDate: '20250101', ValidDate: '20250101' };
const SALES = { CompteNum: '707000', CompteLib: 'Ventes' };
const DOLLARS = { Montantdevise: '11,00', Idevise: 'USD' };

/** Balances brought forward, and two entries. */
const SOUND: readonly Row[] = [
  buildRow({ ...OPENING, ...FIRST_DAY, Debit: '7,00' }),
  buildRow({ ...OPENING, ...FIRST_DAY, CompteNum: '120', CompteLib: 'Résultat', Credit: '7,00' }),
  buildRow({ EcritureNum: '2', Debit: '10,00', ...DOLLARS }),
  buildRow({ EcritureNum: '2', Credit: '10,00', ...SALES }),
  buildRow({ EcritureNum: '3', Debit: '5,00', ValidDate: '20260110' }),
  buildRow({ EcritureNum: '3', Credit: '5,00', ValidDate: '20260110', ...SALES }),
];

const format = (rows: readonly Row[], separator = '\t', end = '\r\n') =>
  [COLUMNS, ...rows.map((row) => COLUMNS.map((name) => row[name] ?? ''))]
    .map((fields) => fields.join(separator) + end)
    .join('');

interface PlantedFile {
  readonly text: string | Buffer;
  readonly name: string;
}

function check({ text = format(SOUND), name = NAME }: Partial<PlantedFile>, encoding?: string) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return checkFileAlone({ file, format: 'fec', encoding });
}

/** The sound file with other members in one row. */
const withRow = (index: number, members: Row): PlantedFile => {
  const rows = SOUND.map((row, at) => (at === index ? { ...row, ...members } : row));
  return { name: NAME, text: format(rows) };
};
const withText = (from: string | RegExp, to: string): PlantedFile => {
  return { name: NAME, text: format(SOUND).replace(from, to) };
};
const withRows = (rows: readonly (Row | undefined)[]): PlantedFile => {
  return { name: NAME, text: format(rows.filter((row) => row !== undefined)) };
};
const withName = (name: string): PlantedFile => ({ name, text: format(SOUND) });

test.each([
  ['tabs', '\t', '\r\n'],
  ['bars and line feeds', '|', '\n'],
  ['bars and carriage returns', '|', '\r'],
])('accepts a sound file with %s', async (_, separator, end) => {
  const { agreed, differences } = await check({ text: format(SOUND, separator, end) });

  expect(differences).toEqual([]);
  expect(agreed).toEqual([
    'character set: UTF-8',
    'rows: 6',
    'entries: 3',
    'debits: 22.00',
    'credits: 22.00',
  ]);
});

test('reads ISO 8859-15, asked for or not', async () => {
  const text = Buffer.from(format(SOUND).replaceAll('€', '\xa4'), 'latin1');

  for (const encoding of [undefined, 'iso-8859-15']) {
    const { agreed, differences } = await check({ text }, encoding);
    expect(differences).toEqual([]);
    expect(agreed).toContain('character set: ISO-8859-15');
  }
});

const planted: [fault: string, file: PlantedFile, sentence: string][] = [
  ['a name of another form', withName('fec-2025.txt'), 'is not SIRENFECAAAAMMJJ.txt'],
  ['a mistyped SIREN', withName('552100555FEC20251231.txt'), '552100555 in the file name is not'],
  ['no SIREN', withName('000000000FEC20251231.txt'), '000000000 in the file name is not a SIREN'],
  [
    'no closing day',
    withName('552100554FEC20250231.txt'),
    '20250231 in the file name is not a day',
  ],
  ['columns exchanged', withText('Debit\tCredit', 'Credit\tDebit'), 'Credit for column 12, Debit'],
  ['a field less', withText('Banque\t', ''), 'row 1: it has 17 columns, not 18'],
  ['a blank label', withRow(2, { EcritureLib: ' ' }), 'row 3: EcritureLib is blank'],
  ['a blank account', withRow(3, { CompteNum: '' }), 'row 4: CompteNum is blank'],
  ['no day', withRow(2, { PieceDate: '20250230' }), 'PieceDate 20250230 is not a day'],
  ['an ISO day', withRow(2, { ValidDate: '2025-03-02' }), 'ValidDate 2025-03-02 is not a day'],
  ['a point', withRow(2, { Debit: '10.00' }), 'Debit 10.00 is not an amount with a comma'],
  ['a thousands separator', withRow(2, { Debit: '1 000,00' }), 'Debit 1 000,00 is not an amount'],
  ['both sides', withRow(2, { Credit: '1,00' }), 'row 3: Debit and Credit both have an amount'],
  ['neither side', withRow(2, { Debit: '' }), 'row 3: neither Debit nor Credit has an amount'],
  ['an unbalanced entry', withRow(2, { Debit: '10,01' }), 'entry 2 does not balance'],
  ['no chart code', withRow(3, { CompteNum: 'CASH' }), 'CompteNum CASH does not start with three'],
  ['class 0', withRow(3, { CompteNum: '051' }), 'CompteNum 051 does not start with three digits'],
  ['an entry less', withRows(SOUND.filter((_, at) => at < 2 || at > 3)), 'EcritureNum is 3, not 2'],
  ['two days', withRow(3, { EcritureDate: '20250302' }), 'EcritureDate 20250302 differs within'],
  ['another year', withRow(4, { EcritureDate: '20260101' }), '20260101 is outside of the fiscal'],
  [
    'the year before',
    withRow(4, { EcritureDate: '20241231' }),
    '20241231 is outside of the fiscal',
  ],
  ['no order', withRow(4, { ValidDate: '20250301' }), 'ValidDate 20250301 comes after 20250302'],
  [
    'late balances',
    withRows([2, 3, 0, 1, 4, 5].map((at) => SOUND[at])),
    'balances brought forward come after other entries',
  ],
  ['two labels of an account', withRow(5, { CompteLib: 'X' }), 'CompteLib of 707000 is X, before'],
  ['two labels of a journal', withRow(5, { JournalLib: 'X' }), 'JournalLib of OD is X, before'],
  [
    'an amount without currency',
    withRow(2, { Idevise: '' }),
    'Montantdevise and Idevise do not go',
  ],
  ['euro as foreign', withRow(2, { Idevise: 'EUR' }), 'Idevise EUR is not a foreign currency'],
  [
    'half an auxiliary account',
    withRow(2, { CompAuxNum: '9' }),
    'CompAuxNum and CompAuxLib do not',
  ],
  ['half a lettering', withRow(2, { EcritureLet: 'A' }), 'EcritureLet and DateLet do not go'],
  [
    'a control character',
    withRow(2, { PieceRef: 'a\u0007b' }),
    'row 3: it has a control character',
  ],
];

test.each(planted)('finds %s', async (_, file, sentence) => {
  const { differences } = await check(file);

  expect(differences.join('\n')).toContain(sentence);
});

test('finds an empty file, and bytes of another character set', async () => {
  expect((await check({ text: '' })).differences).toEqual(['the file has no heading']);
  const { differences } = await check({ text: Buffer.from(format(SOUND), 'latin1') }, 'UTF-8');
  expect(differences).toContain('row 1: it has bytes outside of the character set');
  expect((await check({}, 'US-ASCII')).differences).toContain(
    'row 1: it has bytes outside of the character set',
  );
});

test('the command prints the verdict and exits with it', () => {
  const run = ({ text, name }: PlantedFile) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const { status, stdout } = spawnSync(process.execPath, [BIN, '--format', 'fec', file]);
    return { status, out: String(stdout) };
  };
  const [sound, faulty] = [run(withRow(0, {})), run(withRow(2, { Idevise: '' }))];
  const hiding = run(withRow(2, { Debit: '\u001B[8m1,00' }));

  expect(sound.status).toBe(0);
  expect(sound.out).toMatch(/^ok {7}character set: UTF-8\n[^]*The export is sound\.\n$/);
  expect(faulty.status).toBe(1);
  expect(faulty.out).toContain('DIFFERS  row 3: Montantdevise and Idevise do not go together');
  // What a cell has must not control the terminal.
  expect(hiding.status).toBe(1);
  expect(hiding.out).toMatch(/^DIFFERS {2}row 3: .*\\u001b\[8m1,00/m);
  expect(hiding.out).not.toContain('\u001B');
});

test('lists the first fifty differences, and counts all', () => {
  const file = join(folder, NAME);
  // Of seventy rows each lacks its label.
  const rows = Array.from({ length: 35 }, (_, index) => {
    const row = buildRow({ EcritureNum: String(index + 1), EcritureLib: '' });
    return [
      { ...row, Debit: '1,00' },
      { ...row, Credit: '1,00' },
    ];
  });
  writeFileSync(file, format(rows.flat()));
  const run = (...flags: string[]) =>
    String(spawnSync(process.execPath, [BIN, '--format', 'fec', file, ...flags]).stdout);

  expect(run()).toMatch(
    /\nDIFFERS {2}row 50: .+\n {9}… and 20 more\.\nThe export is NOT sound\.\n$/,
  );
  const { differences, difference_count } = JSON.parse(run('--json'));
  expect(differences).toHaveLength(50);
  expect(difference_count).toBe(70);
});

test('refuses a format without rules of its own, and an unknown character set', async () => {
  const file = join(folder, NAME);

  await expect(checkFileAlone({ file, format: 'csv' })).rejects.toThrow(
    /--format csv is not .*fec/,
  );
  await expect(checkFileAlone({ file, format: 'fec', encoding: 'EBCDIC' })).rejects.toThrow(
    'UTF-8',
  );
});
