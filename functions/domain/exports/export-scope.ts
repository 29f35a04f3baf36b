import type { ExportEncoding } from './export-encoding.ts';

/** The names of accounts in the chart, by code. */
export type AccountNames = ReadonlyMap<string, string>;

/** The scope of an export and its legal basis. Dates are UTC days. */
export interface ExportScope {
  readonly legalBasisCode: string;
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly encoding: ExportEncoding;
  /** Of a format that names accounts. */
  readonly accountNames?: AccountNames;
}
