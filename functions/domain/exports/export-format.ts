// The interface of an export format: how its file is written and how it is read back. A new format is a
// file in this folder and a line in export-formats.ts.
import type { JournalEntry } from '../journal/journal.ts';
import type { ArtifactFact, ArtifactFile, ExportClaims } from './artifact-facts.ts';
import type { ControlTotals } from './control-totals.ts';
import type { ExportEncoding } from './export-encoding.ts';
import type { ExportScope } from './export-scope.ts';
import type { FiscalYearRules } from './fiscal-year.ts';

/** A journal entry with one hash for each posting, or none. */
export interface ExportedEntry {
  readonly entry: JournalEntry;
  readonly hashes: readonly string[];
}

export interface ExportColumn {
  readonly name: string;
  /** For readers of docs/export-formats.md. */
  readonly meaning: string;
}

/** The description that accompanies a file, for its reader. */
export interface ExportDescription {
  readonly filename: string;
  readonly text: string;
}

/**
 * A file is the prologue, the rows of each entry in posting order, and the epilogue. Several workers
 * write the rows first; the totals are known when the file is assembled.
 */
export interface ExportFormat {
  readonly name: string;
  readonly title: string;
  readonly mediaType: string;
  /** Whether the legal basis code requires this format and no other. */
  readonly isFor: (legalBasisCode: string) => boolean;
  /** The codes as prose, for readers. */
  readonly codes: string;
  /** Reports what the legal basis code lacks for a file that can be handed in; absent if no code lacks anything. */
  readonly findLegalBasisFault?: (legalBasisCode: string) => string | undefined;
  readonly encodings: readonly ExportEncoding[];
  readonly filename: (scope: ExportScope) => string;
  readonly columns: readonly ExportColumn[];
  readonly prologue: (totals: ControlTotals, scope: ExportScope) => string;
  /**
   * The rows of one entry, each with its line end: one for each ledger line and, where the format has
   * them, each posting. Where the format numbers entries, NEXT_NUMBER stands for the number in the first
   * row of an entry and SAME_NUMBER in its other rows.
   */
  readonly entry: (exported: ExportedEntry, scope: ExportScope) => readonly string[];
  readonly epilogue: (totals: ControlTotals, scope: ExportScope) => string;
  readonly isNumbered: boolean;
  /** Whether the file names the accounts of the general ledger. */
  readonly hasAccountNames: boolean;
  /** Whether the file has the postings on accounts, and with them their hash chains. */
  readonly hasPostings: boolean;
  /** Whether its rows name their currency, so that totals by currency can be derived from the file. */
  readonly hasCurrencies: boolean;
  /**
   * Present where the period is a fiscal year, whose entries are chosen by their accounting date. The
   * entry that brings balances forward comes before all others. Without it, entries are chosen by the
   * time of posting.
   */
  readonly fiscalYear?: FiscalYearRules;
  /** Present where the law requires a description beside the file. */
  readonly describe?: (scope: ExportScope) => ExportDescription;
  /** Reads the facts of a file, including violations of the format's own rules. */
  readonly check: (file: ArtifactFile, claims: ExportClaims) => AsyncIterable<ArtifactFact>;
  /** Present where a file can be checked without its manifest. */
  readonly checkAlone?: (file: ArtifactFile) => AsyncIterable<ArtifactFact>;
}

/**
 * Placeholders for a number until all earlier entries are known. No text of a numbered format contains
 * them.
 */
export const NEXT_NUMBER = '\u001a';
export const SAME_NUMBER = '\u001b';
