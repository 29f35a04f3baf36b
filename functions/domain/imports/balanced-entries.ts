// Checks that the lines of each journal entry balance. The lines of an entry are adjacent, so that only
// the current entry is kept in memory for a file of any size.
import { formatMoney, money, NO_CURRENCY, parseMinor } from '../values/money.ts';
import { formatRejectedValue } from './rejections.ts';
import type { Rejection } from './rejections.ts';

/** The fields of a line that identify its entry and carry its amounts. */
export interface EntryFields {
  readonly reference: string;
  readonly currency: string;
  readonly debit: string;
  readonly credit: string;
}

/** The entry of the last line read: the state that the next slice of the file starts from. */
export interface OpenEntry {
  readonly reference: string;
  /** Distinct currencies of its lines; only the first few are kept. */
  readonly currencies: readonly string[];
  /** Debits less credits, a decimal string. */
  readonly difference: string;
  /** The row of its last line. */
  readonly row: number;
  /** Whether all lines so far are sound. The balance of an entry with a faulty line cannot be judged. */
  readonly isSound: boolean;
  /** Present if the row after the last line cannot be read, so that the next line counts to the entry. */
  readonly isInterrupted?: true;
}

type ImportRow = Readonly<Record<string, unknown>>;

const CURRENCIES_MAX = 3;
/** A sound reference has at most 128 characters, some of which take two. */
const REFERENCE_UNITS_MAX = 256;

export class BalancedEntries {
  readonly #fields: EntryFields;
  #isOpen: boolean;
  #reference: string;
  #currencies: string[];
  #difference: bigint;
  #row: number;
  #isSound: boolean;
  #isInterrupted: boolean;

  constructor(fields: EntryFields, open: OpenEntry | undefined) {
    this.#fields = fields;
    this.#isOpen = open !== undefined;
    this.#reference = open?.reference ?? '';
    this.#currencies = [...(open?.currencies ?? [])];
    this.#difference = parseMinor(open?.difference ?? '0.00');
    this.#row = open?.row ?? 0;
    this.#isSound = open?.isSound ?? true;
    this.#isInterrupted = open?.isInterrupted ?? false;
  }

  get open(): OpenEntry | undefined {
    if (!this.#isOpen) return undefined;
    return {
      reference: this.#reference,
      currencies: this.#currencies,
      difference: formatMoney(money(this.#difference, NO_CURRENCY)),
      row: this.#row,
      isSound: this.#isSound,
      ...(this.#isInterrupted && { isInterrupted: true }),
    };
  }

  /** Adds the next line. Returns the rejection of the entry that ended before it, if any. */
  add(row: number, line: ImportRow, isSound: boolean): Rejection | undefined {
    const { reference: name, currency, debit, credit } = this.#fields;
    const reference = cutReference(readText(line, name));
    const continues = this.#isInterrupted || (this.#isOpen && reference === this.#reference);
    const fault = continues ? undefined : this.end();
    this.#isInterrupted = false;
    this.#isOpen = true;
    this.#reference = reference;
    this.#row = row;
    this.#isSound &&= isSound;
    if (!isSound) return fault;
    this.#difference += readMinorAmount(line, debit) - readMinorAmount(line, credit);
    this.#note(readText(line, currency));
    return fault;
  }

  /**
   * Skips a row that cannot be read. It may be a line of the entry before it or of the one after it, so that
   * neither is judged.
   */
  skip(): void {
    this.#isOpen = true;
    this.#isSound = false;
    this.#isInterrupted = true;
  }

  /** Ends the current entry. Returns its rejection, if any. */
  end(): Rejection | undefined {
    const fault = this.#isOpen && this.#isSound ? this.#fault() : undefined;
    this.#isOpen = false;
    this.#isInterrupted = false;
    this.#isSound = true;
    this.#currencies = [];
    this.#difference = 0n;
    return fault;
  }

  #note(currency: string) {
    const known = this.#currencies;
    if (known.length < CURRENCIES_MAX && !known.includes(currency)) known.push(currency);
  }

  #fault(): Rejection | undefined {
    const value = formatRejectedValue(this.#reference);
    const location = { row: this.#row, field: this.#fields.reference, value };
    if (this.#currencies.length > 1) {
      const message = `the lines of the entry are in ${this.#currencies.join(' and ')}`;
      return { ...location, code: 'mixed_currencies', message };
    }
    if (this.#difference === 0n) return undefined;
    const difference = formatMoney(money(this.#difference, NO_CURRENCY));
    const message = `the debits of the entry less its credits are ${difference}, not 0.00`;
    return { ...location, code: 'unbalanced', message };
  }
}

// A faulty reference may have any length, and the checkpoint holds it. It is cut before it is compared, so that slices
// make no difference.
function cutReference(text: string): string {
  const isLong = text.length > REFERENCE_UNITS_MAX;
  return (isLong ? `${text.slice(0, REFERENCE_UNITS_MAX)}…` : text).toWellFormed();
}

function readText(line: ImportRow, name: string): string {
  const value = Object.hasOwn(line, name) ? line[name] : undefined;
  return typeof value === 'string' ? value : '';
}

function readMinorAmount(line: ImportRow, name: string): bigint {
  const amount = readText(line, name);
  return amount === '' ? 0n : parseMinor(amount);
}
