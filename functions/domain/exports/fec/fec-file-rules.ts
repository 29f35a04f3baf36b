// The rules that the rows of a FEC show together. Memory is bounded by the numbers of accounts and
// journals.
import { OPENING_JOURNAL } from './fec-journals.ts';
import type { FecRow } from './fec-row-rules.ts';

/** The days of the fiscal year as AAAAMMJJ, where they are known. */
interface FecYear {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** What all rows of an entry share. */
const ENTRY_COLUMNS = ['JournalCode', 'EcritureDate', 'ValidDate'] as const;

/** A code and its label, which is the same in all rows. */
const LABELS = [
  ['JournalCode', 'JournalLib'],
  ['CompteNum', 'CompteLib'],
] as const;

export class FecFileRules {
  #year: FecYear;
  readonly #labels = new Map<string, string>();
  #entries = 0;
  #first: FecRow | undefined;
  #lastValidated = '';
  #hasOthers = false;

  constructor(year: FecYear) {
    this.#year = year;
  }

  /** Takes the rows in their order; lists the faults that a row shows together with those before it. */
  listFaults(row: FecRow): string[] {
    const isFirst = this.#first === undefined || row('EcritureNum') !== this.#first('EcritureNum');
    if (isFirst) {
      this.#first = row;
      this.#entries += 1;
    }
    return [
      ...this.#listNumberFaults(row),
      ...(isFirst ? this.#listOrderFaults(row) : this.#listEntryFaults(row)),
      ...this.#listYearFaults(row),
      ...LABELS.flatMap(([code, label]) => this.#listLabelFaults(row, code, label)),
    ];
  }

  #listNumberFaults(row: FecRow): string[] {
    const number = row('EcritureNum');
    return number === String(this.#entries)
      ? []
      : [`EcritureNum is ${number}, not ${this.#entries}`];
  }

  // Balances brought forward have the first numbers; the others follow in the order of validation.
  #listOrderFaults(row: FecRow): string[] {
    if (row('JournalCode') === OPENING_JOURNAL.code) {
      this.#year = { ...this.#year, from: this.#year.from ?? row('EcritureDate') };
      return this.#hasOthers ? ['balances brought forward come after other entries'] : [];
    }
    this.#hasOthers = true;
    const validated = row('ValidDate');
    const isOrdered = validated >= this.#lastValidated;
    const before = this.#lastValidated;
    this.#lastValidated = validated;
    return isOrdered ? [] : [`ValidDate ${validated} comes after ${before}`];
  }

  #listEntryFaults(row: FecRow): string[] {
    return ENTRY_COLUMNS.filter((name) => row(name) !== this.#first?.(name)).map(
      (name) => `${name} ${row(name)} differs within entry ${row('EcritureNum')}`,
    );
  }

  #listYearFaults(row: FecRow): string[] {
    const { from, to } = this.#year;
    const day = row('EcritureDate');
    const isInside = (from === undefined || day >= from) && (to === undefined || day <= to);
    return isInside ? [] : [`EcritureDate ${day} is outside of the fiscal year`];
  }

  #listLabelFaults(row: FecRow, code: string, label: string): string[] {
    const key = `${code}\t${row(code)}`;
    const known = this.#labels.get(key) ?? row(label);
    this.#labels.set(key, known);
    return known === row(label)
      ? []
      : [`${label} of ${row(code)} is ${row(label)}, before ${known}`];
  }
}
