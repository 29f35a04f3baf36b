// What a format of exports is: how its file is written and how it is read back. A new one is a file
// beside this and a line in export-formats.ts.
import type { JournalEntry } from '../journal/journal.ts';
import type { ArtifactFact, ArtifactFile, ExportClaims } from './artifact-facts.ts';
import type { ControlTotals } from './control-totals.ts';

/** A journal entry with the hashes of its postings, one for each or none. */
export interface ExportedEntry {
  readonly entry: JournalEntry;
  readonly hashes: readonly string[];
}

export interface ExportColumn {
  readonly name: string;
  /** For readers of docs/export-formats.md. */
  readonly meaning: string;
}

/** What is exported, and by which legal basis. Dates are UTC days. */
export interface ExportScope {
  readonly legalBasisCode: string;
  readonly periodFrom: string;
  readonly periodTo: string;
}

/**
 * A file is the prologue, the rows of each entry in posting order, and the epilogue. The rows are
 * written first, by several workers; the totals are known when they are put together.
 */
export interface ExportFormat {
  readonly name: string;
  readonly title: string;
  readonly mediaType: string;
  /** The legal basis codes that choose it. */
  readonly isFor: (legalBasisCode: string) => boolean;
  /** The codes in words, for readers. */
  readonly codes: string;
  readonly filename: (scope: ExportScope) => string;
  readonly columns: readonly ExportColumn[];
  readonly prologue: (totals: ControlTotals, scope: ExportScope) => string;
  /**
   * The rows of one entry, each with its end: one for each ledger line and, where the format has
   * them, each posting. Where the format numbers the entries, NEXT_NUMBER stands for a number in
   * the first row of an entry and SAME_NUMBER in the others.
   */
  readonly entry: (exported: ExportedEntry) => readonly string[];
  readonly epilogue: (totals: ControlTotals, scope: ExportScope) => string;
  readonly isNumbered: boolean;
  /** Whether the file has the postings on accounts, and so their hash chains. */
  readonly hasPostings: boolean;
  /** What a file of the format says, and how it breaks the format's own rules. */
  readonly check: (file: ArtifactFile, claims: ExportClaims) => AsyncIterable<ArtifactFact>;
}

/** Stand for a number until all entries before are known; no text of a numbered format holds them. */
export const NEXT_NUMBER = '\u001a';
export const SAME_NUMBER = '\u001b';
