// What the check of a FEC accepts in a row, and what it names.
import { expect, test } from '@jest/globals';
import { listRowFaults, readAmount } from '../../../functions/domain/exports/fec/fec-row-rules.ts';
import { cleanText } from '../../../functions/domain/exports/fec/fec-rows.ts';

const SOUND: Readonly<Record<string, string>> = {
  JournalCode: 'OD',
  JournalLib: 'Opérations diverses',
  EcritureNum: '1',
  EcritureDate: '20250630',
  CompteNum: '512000',
  CompteLib: 'Banque',
  PieceRef: 'jrn_1',
  PieceDate: '20250630',
  EcritureLib: 'Virement',
  Debit: '1,00',
  Credit: '0,00',
  ValidDate: '20250630',
};

function listFaults(changed: Readonly<Record<string, string>>): string[] {
  const row = { ...SOUND, ...changed };
  return listRowFaults((name) => row[name] ?? '', Object.values(row));
}

test('columns that belong together have a value together, or none', () => {
  const both = { EcritureLet: 'AA', DateLet: '20250701', Montantdevise: '-1,10', Idevise: 'USD' };

  expect(listFaults({})).toEqual([]);
  expect(listFaults(both)).toEqual([]);
  expect(listFaults({ ...both, DateLet: '' })).toEqual([
    'EcritureLet and DateLet do not go together',
  ]);
});

test.each([
  [{ EcritureDate: '20250229' }, 'EcritureDate 20250229 is not a day AAAAMMJJ'],
  [{ Debit: '1.00' }, 'Debit 1.00 is not an amount with a comma'],
  [{ Credit: '1,00' }, 'Debit and Credit both have an amount'],
  [{ Debit: '0,00' }, 'neither Debit nor Credit has an amount'],
  [{ CompteNum: '51' }, 'CompteNum 51 does not start with three digits of the chart'],
  [{ Montantdevise: '1,10', Idevise: 'EUR' }, 'Idevise EUR is not a foreign currency'],
  [{ EcritureLib: ' ' }, 'EcritureLib is blank'],
  [{ EcritureLib: 'a\u0085b' }, 'it has a control character'],
  [{ EcritureLib: 'a\ufffdb' }, 'it has bytes outside of the character set'],
])('names one fault: %j', (changed, fault) => {
  expect(listFaults(changed)).toEqual([fault]);
});

test.each([
  ['1', '1.00'],
  ['001,5', '1.50'],
  ['-1,05', '-1.05'],
  ['1,05-', '-1.05'],
  ['+1,05', '1.05'],
  ['-1,05-', undefined],
  ['+1,05-', undefined],
  ['1,005', undefined],
  ['', undefined],
])('reads the amount %j as %j', (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});

test('what would end a field or a row becomes one space, however many of it stand together', () => {
  expect(cleanText('\t a\r\n\u2028b\u0000')).toBe('a b');
});
