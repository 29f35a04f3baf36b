// A check of a file without its manifest, by the rules of its format alone (docs/exports.md).
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { ExportEncoding } from '../../functions/domain/exports/export-encoding.ts';
import { EXPORT_ENCODINGS } from '../../functions/domain/exports/export-encoding.ts';
import { exportFormats } from '../../functions/domain/exports/export-formats.ts';
import { UsageError } from '../command-definition.ts';
import { artifactFile } from './artifact-file.ts';
import { tallyFacts } from './check-entries.ts';
import { CheckFindings } from './check-findings.ts';
import { openPieceStream } from './read-pieces.ts';

export interface LoneFile {
  readonly file: string;
  /** The name of a format that has rules of its own. */
  readonly format: string;
  /** By default UTF-8, or ISO 8859-15 for bytes that are not UTF-8. */
  readonly encoding?: string | undefined;
}

/** Reads the file once or twice, in bounded memory. */
export async function checkFileAlone(
  { file, format, encoding }: LoneFile,
  onProgress: (text: string) => void = () => undefined,
): Promise<CheckFindings> {
  const checkAlone = exportFormats.find(({ name }) => name === format)?.checkAlone;
  if (!checkAlone) throw new UsageError(`--format ${format} is not ${listFormats()}.`);
  const chosen = requireEncoding(encoding) ?? (await detectEncoding(file));
  const size = statSync(file).size;
  const bytes = openPieceStream(file, (read) => onProgress(`rows: ${read} of ${size} bytes`));
  const findings = new CheckFindings();
  const content = artifactFile(bytes, { name: basename(file), encoding: chosen });
  const tally = await tallyFacts(checkAlone(content), findings);
  const { total_debits, total_credits } = tally.totals;
  findings.agreed.push(
    `character set: ${chosen}`,
    `rows: ${tally.rows}`,
    `entries: ${tally.entries}`,
    `debits: ${total_debits}`,
    `credits: ${total_credits}`,
  );
  return findings;
}

function listFormats(): string {
  const names = exportFormats.filter(({ checkAlone }) => checkAlone).map(({ name }) => name);
  return `a format that is checked without a manifest: ${names.join(', ')}`;
}

function requireEncoding(wanted: string | undefined): ExportEncoding | undefined {
  const encoding = EXPORT_ENCODINGS.find((name) => name === wanted?.toUpperCase());
  if (wanted === undefined || encoding !== undefined) return encoding;
  throw new UsageError(`--encoding ${wanted} is not one of ${EXPORT_ENCODINGS.join(', ')}.`);
}

async function detectEncoding(file: string): Promise<ExportEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
      decoder.decode(piece, { stream: true });
    }
    decoder.decode();
    return 'UTF-8';
  } catch (error) {
    if (error instanceof TypeError) return 'ISO-8859-15';
    throw error;
  }
}
