import type { ExportEncoding } from './export-encoding.ts';

/** The scope of an export and its legal basis. Dates are UTC days. */
export interface ExportScope {
  readonly legalBasisCode: string;
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly encoding: ExportEncoding;
}
