// The text of an export in its character set, and the description that a law requires beside it.
import { hash } from 'node:crypto';
import iconv from 'iconv-lite';
import type { ExportEncoding } from '../../domain/exports/export-encoding.ts';
import type { ExportFormat } from '../../domain/exports/export-format.ts';
import type { ExportScope } from '../../domain/exports/export-scope.ts';

export interface DescriptionFile {
  readonly filename: string;
  readonly body: Buffer;
  /** SHA-256, hexadecimal. */
  readonly checksum: string;
}

export function describeExport(
  { describe }: ExportFormat,
  scope: ExportScope,
): DescriptionFile | undefined {
  if (!describe) return undefined;
  const { filename, text } = describe(scope);
  const body = Buffer.from(text);
  return { filename, body, checksum: hash('sha256', body, 'hex') };
}

export function formatMediaType({ mediaType }: ExportFormat, { encoding }: ExportScope): string {
  return encoding === 'UTF-8' ? mediaType : `${mediaType}; charset=${encoding}`;
}

/** Encodes text whose characters belong to the set. */
export function encodeText(text: string, encoding: ExportEncoding): Buffer {
  return encoding === 'UTF-8' ? Buffer.from(text) : iconv.encode(text, encoding);
}
