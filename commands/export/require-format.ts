import { exportFormats } from '../../functions/domain/exports/export-formats.ts';
import type { ExportFormat } from '../../functions/domain/exports/export-format.ts';
import { UsageError } from '../command-definition.ts';

/** The format that a flag names. */
export function requireFormat(name: string): ExportFormat {
  const format = exportFormats.find((known) => known.name === name);
  if (format !== undefined) return format;
  const names = exportFormats.map((known) => known.name);
  throw new UsageError(`--format takes ${names.join(' or ')}, not "${name}".`);
}
