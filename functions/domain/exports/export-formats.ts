// The registry of formats: the legal basis code chooses, the first that takes it.
import { csvFormat } from './csv-format.ts';
import type { ExportFormat } from './export-format.ts';
import { fecFormat } from './fec-format.ts';

/** Takes every code, so it comes last. */
const defaultFormat = csvFormat;

export const exportFormats: readonly ExportFormat[] = [fecFormat, defaultFormat];

/** The format that the legal basis asks for. */
export function findExportFormat(legalBasisCode: string): ExportFormat {
  return exportFormats.find(({ isFor }) => isFor(legalBasisCode)) ?? defaultFormat;
}
