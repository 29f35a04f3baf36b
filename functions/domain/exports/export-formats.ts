// The registry of formats. The first format that accepts the legal basis code is used.
import { csvFormat } from './csv-format.ts';
import type { ExportFormat } from './export-format.ts';
import { fecFormat } from './fec/fec-format.ts';

/** Accepts every code, so it comes last. */
const defaultFormat = csvFormat;

export const exportFormats: readonly ExportFormat[] = [fecFormat, defaultFormat];

/** Finds the format for a legal basis code. */
export function findExportFormat(legalBasisCode: string): ExportFormat {
  return exportFormats.find(({ isFor }) => isFor(legalBasisCode)) ?? defaultFormat;
}
