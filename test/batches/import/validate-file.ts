// Validates a whole file, in as many slices as the limits require.
import iconv from 'iconv-lite';
import { detectEncoding } from '../../../functions/batches/import/rows/encodings.ts';
import {
  SLICE_LIMITS,
  validateSlice,
} from '../../../functions/batches/import/rows/slice-validation.ts';
import type {
  ImportCheckpoint,
  SliceLimits,
} from '../../../functions/batches/import/rows/slice-validation.ts';
import type {
  TextEncodingName,
  ImportOptions,
} from '../../../functions/domain/imports/import-options.ts';
import { recordTypes, buildRecordType } from '../../../functions/domain/imports/record-types.ts';
import type { RecordType } from '../../../functions/domain/imports/record-types.ts';
import type { FieldDefinition } from '../../../functions/domain/schemas/fields.ts';

export interface ValidationInput {
  readonly type?: RecordType;
  readonly options?: ImportOptions;
  readonly mediaType?: 'text/csv' | 'application/x-ndjson';
  readonly limits?: Partial<SliceLimits>;
  /** How the bytes are split on arrival. */
  readonly pieceBytes?: number;
}

export interface ValidationResult extends ImportCheckpoint {
  readonly found: Record<string, unknown>[];
  readonly lines: string;
  readonly report: string;
  readonly slices: number;
}

export async function validateFile(
  file: Buffer | string,
  given: ValidationInput = {},
): Promise<ValidationResult> {
  const bytes = Buffer.from(file);
  const { type = recordTypes.ACCOUNT, options = {}, mediaType = 'text/csv' } = given;
  const { encoding, markBytes } = detectEncoding(bytes, options.encoding);
  const form = { mediaType, encoding, options, type };
  const limits = { ...SLICE_LIMITS, ...given.limits };
  let checkpoint: ImportCheckpoint = { offset: markBytes, rows: 0, rejectedRows: 0, rejections: 0 };
  let [lines, report, slices] = ['', '', 0];
  for (;;) {
    const pieces = splitIntoPieces(bytes.subarray(checkpoint.offset), given.pieceBytes ?? 10_000);
    const slice = await validateSlice(pieces, form, checkpoint, limits);
    // As between two tasks.
    checkpoint = JSON.parse(JSON.stringify(slice.checkpoint)) as ImportCheckpoint;
    lines += slice.lines.toString();
    report += slice.report.toString();
    slices += 1;
    if (slice.isLast) break;
  }
  const found = lines.split('\n').filter(Boolean);
  return { ...checkpoint, lines, report, slices, found: found.map((line) => JSON.parse(line)) };
}

export async function* splitIntoPieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

export function buildEntity(fields: readonly Partial<FieldDefinition>[]): RecordType {
  const complete = fields.map((field, index) => ({
    name: `f${index}`,
    type: 'STRING' as const,
    required: false,
    ...field,
  }));
  return buildRecordType({ entity_name: 'test', display_name: 'Test', fields: complete });
}

export function encodeText(text: string, encoding: TextEncodingName, addBOM = false): Buffer {
  return iconv.encode(text, encoding, { addBOM });
}
