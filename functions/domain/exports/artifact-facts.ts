// The facts that an export file states, the same for every format. Each format parses its own file into
// facts; one check adds them up and compares them with the manifest.
import type { ControlTotalsView, EarlierTotalsView } from './control-totals.ts';

export interface LedgerLineFact {
  readonly kind: 'LEDGER_LINE';
  /** Identifies the entry: all its lines have the same id or number. */
  readonly entry: string;
  readonly currency: string;
  /** Decimal strings; empty or 0.00 on the other side. */
  readonly debit: string;
  readonly credit: string;
}

/** A posting with everything that its hash covers. */
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
  /** Hexadecimal; empty where it is unknown. */
  readonly hash: string;
}

/** A violation of the format's own rules, in one sentence. */
export interface FaultFact {
  readonly kind: 'FAULT';
  readonly sentence: string;
}

/** The manifest's row count is the number of lines and postings. */
export type ArtifactFact = LedgerLineFact | PostingFact | FaultFact;

/** What a manifest claims about its file. */
export interface ExportClaims {
  readonly manifest_version: 1 | 2;
  readonly period: { readonly from: string; readonly to: string };
  readonly watermark: string;
  readonly control_totals: ControlTotalsView | EarlierTotalsView;
}

export interface RowDialect {
  readonly delimiter: string;
  /** Absent where the format has no quotes. */
  readonly quote?: string;
}

/** The file of an export, read once from the start in bounded memory. */
export interface ArtifactFile {
  readonly name: string;
  /** Its rows, which end with CR and LF, split into fields. */
  readonly rows: (dialect: RowDialect) => AsyncIterable<readonly string[]>;
  /** Its text in chunks of any length; U+FFFD stands for bytes outside of its character set. */
  readonly text: () => AsyncIterable<string>;
}

export function faultOf(sentence: string): FaultFact {
  return { kind: 'FAULT', sentence };
}

/** Lists the faults of a table row: the first row names the columns, and every row has as many fields. */
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

/** Returns a reader of a row's fields by column name. */
export function namedFields(
  fields: readonly string[],
  names: readonly string[],
): (name: string) => string {
  return (name) => fields[names.indexOf(name)] ?? '';
}
