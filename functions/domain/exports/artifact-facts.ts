// What the file of an export says, in the same words whatever its format: a format reads its own file
// back into facts, and one check adds them up and holds them against the manifest.
import type { ControlTotalsView } from './control-totals.ts';

export interface LedgerLineFact {
  readonly kind: 'LEDGER_LINE';
  /** What the lines of an entry have in common, and no others: its id or its number. */
  readonly entry: string;
  readonly currency: string;
  /** Decimal strings; empty or 0.00 on the other side. */
  readonly debit: string;
  readonly credit: string;
}

/** A posting with all that its hash is made of. */
export interface PostingFact {
  readonly kind: 'ACCOUNT_POSTING';
  readonly entry: string;
  readonly accountId: string;
  readonly sequence: number;
  readonly entryId: string;
  readonly postingKey: string;
  readonly entryType: string;
  readonly direction: 'DEBIT' | 'CREDIT';
  /** Decimal strings. */
  readonly amount: string;
  readonly balanceAfter: string;
  readonly currency: string;
  readonly reference: string;
  readonly postedAt: string;
  /** Hexadecimal; empty where it is not known. */
  readonly hash: string;
}

/** What is wrong by the rules of the format itself, in one sentence. */
interface FaultFact {
  readonly kind: 'FAULT';
  readonly sentence: string;
}

/** The lines and the postings make the rows that the manifest counts. */
export type ArtifactFact = LedgerLineFact | PostingFact | FaultFact;

/** What a manifest says of the file beside it. */
export interface ExportClaims {
  readonly period: { readonly from: string };
  readonly watermark: string;
  readonly control_totals: ControlTotalsView;
}

export interface RowDialect {
  readonly delimiter: string;
  /** None where the format has no quotes. */
  readonly quote?: string;
}

/** The file of an export, read once, from its beginning, in bounded memory. */
export interface ArtifactFile {
  /** Its rows, which end with CR and LF, in fields. */
  readonly rows: (dialect: RowDialect) => AsyncIterable<readonly string[]>;
  /** Its text, in UTF-8, in pieces of any length. */
  readonly text: () => AsyncIterable<string>;
}

export function faultOf(sentence: string): FaultFact {
  return { kind: 'FAULT', sentence };
}

/** What is wrong with a row of a table: the first names the columns, and all have as many fields. */
export function rowFaults(
  fields: readonly string[],
  row: number,
  names: readonly string[],
): FaultFact[] {
  const isHeading = row === 0;
  if (isHeading && fields.join() !== names.join()) {
    return [faultOf(`the heading is not the ${names.length} columns of the format`)];
  }
  return fields.length === names.length
    ? []
    : [faultOf(`row ${row} has ${fields.length} columns, not ${names.length}`)];
}

/** A row by the names of its columns. */
export function namedFields(
  fields: readonly string[],
  names: readonly string[],
): (name: string) => string {
  return (name) => fields[names.indexOf(name)] ?? '';
}
