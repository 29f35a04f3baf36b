// What a format of exports says of itself. A new one is a file beside this and a line in
// export-formats.ts.
import type { JournalEntry } from '../journal/journal.ts';

/** A journal entry with the hashes of its postings, one for each or none. */
export interface ExportedEntry {
  readonly entry: JournalEntry;
  readonly hashes: readonly string[];
}

export interface Column {
  readonly name: string;
  /** For readers of docs/export-formats.md. */
  readonly meaning: string;
}

/** What a file's name is made of. Dates are UTC days. */
export interface Naming {
  readonly legalBasisCode: string;
  readonly periodFrom: string;
  readonly periodTo: string;
}

export interface ExportFormat {
  readonly name: 'csv' | 'fec';
  readonly title: string;
  readonly mediaType: string;
  /** The legal basis codes that choose it. */
  readonly isFor: (legalBasisCode: string) => boolean;
  /** The codes in words, for readers. */
  readonly codes: string;
  readonly filename: (naming: Naming) => string;
  readonly columns: readonly Column[];
  /** The first line, with its end. */
  readonly heading: string;
  /**
   * The rows of one entry, each with its end. Where the format numbers the entries, NEXT_NUMBER
   * stands for a number in the first row of an entry and SAME_NUMBER in the others.
   */
  readonly rows: (exported: ExportedEntry) => readonly string[];
  readonly isNumbered: boolean;
}

/** Stand for a number until all entries before are known; no text of a numbered format holds them. */
export const NEXT_NUMBER = '\u001a';
export const SAME_NUMBER = '\u001b';
