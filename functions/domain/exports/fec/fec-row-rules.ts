// The rules that one row of a FEC shows.
import { FEC_COLUMNS } from './fec-columns.ts';
import { isChartCode } from './fec-chart.ts';

/** Returns a field of a row by the name of its column. */
export type FecRow = (name: string) => string;

/** Columns that have a value together or not at all. */
const PAIRS = [
  ['CompAuxNum', 'CompAuxLib'],
  ['EcritureLet', 'DateLet'],
  ['Montantdevise', 'Idevise'],
] as const;

const AMOUNT = /^(?<before>[+-]?)(?<whole>\d+)(?:,(?<cents>\d{1,2}))?(?<after>[+-]?)$/;
const DAY = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/;

/** Lists the faults of a row, each as a sentence without its position. */
export function listRowFaults(row: FecRow, fields: readonly string[]): string[] {
  return [
    ...listCharacterFaults(fields),
    ...listBlankFaults(row),
    ...listKindFaults(row),
    ...listPairFaults(row),
    ...listSideFaults(row),
    ...listAccountFaults(row),
    ...listCurrencyFaults(row),
  ];
}

function listCharacterFaults(fields: readonly string[]): string[] {
  const text = fields.join('');
  if (text.includes('\ufffd')) return ['it has bytes outside of the character set'];
  return /\p{Cc}/u.test(text) ? ['it has a control character'] : [];
}

function listBlankFaults(row: FecRow): string[] {
  return FEC_COLUMNS.filter(({ name, isRequired }) => isRequired && row(name).trim() === '').map(
    ({ name }) => `${name} is blank`,
  );
}

function listKindFaults(row: FecRow): string[] {
  return FEC_COLUMNS.flatMap(({ name, kind }) => {
    const value = row(name);
    if (value === '') return [];
    if (kind === 'DATE' && !isFecDay(value)) return [`${name} ${value} is not a day AAAAMMJJ`];
    const isAmount = readAmount(value) !== undefined;
    if (kind === 'NUMBER' && !isAmount) return [`${name} ${value} is not an amount with a comma`];
    return [];
  });
}

function listPairFaults(row: FecRow): string[] {
  return PAIRS.filter(([one, other]) => (row(one) === '') !== (row(other) === '')).map(
    ([one, other]) => `${one} and ${other} do not go together`,
  );
}

function listSideFaults(row: FecRow): string[] {
  const [hasDebit, hasCredit] = [isNotZero(row('Debit')), isNotZero(row('Credit'))];
  if (hasDebit && hasCredit) return ['Debit and Credit both have an amount'];
  return hasDebit || hasCredit ? [] : ['neither Debit nor Credit has an amount'];
}

function listAccountFaults(row: FecRow): string[] {
  const code = row('CompteNum');
  return code === '' || isChartCode(code)
    ? []
    : [`CompteNum ${code} does not start with three digits of the chart`];
}

function listCurrencyFaults(row: FecRow): string[] {
  const currency = row('Idevise');
  return currency === '' || /^(?!EUR)[A-Z]{3}$/.test(currency)
    ? []
    : [`Idevise ${currency} is not a foreign currency`];
}

function isNotZero(amount: string): boolean {
  return /[1-9]/.test(amount);
}

/** Whether the text is a day of the calendar as AAAAMMJJ. */
export function isFecDay(text: string): boolean {
  const { year = '', month = '', day = '' } = DAY.exec(text)?.groups ?? {};
  const time = Date.parse(`${year}-${month}-${day}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${year}-${month}-${day}`);
}

/** Reads an amount of the file as a decimal string with two places; undefined for other text. */
export function readAmount(text: string): string | undefined {
  const { before = '', whole = '', cents = '', after = '' } = AMOUNT.exec(text)?.groups ?? {};
  if (whole === '' || (before !== '' && after !== '')) return undefined;
  const sign = before === '-' || after === '-' ? '-' : '';
  return `${sign}${BigInt(whole)}.${cents.padEnd(2, '0')}`;
}
