// What an operator enters to import a file, and what must be corrected before it is sent.
import type { LegacyImport } from '../../../../client/client.ts';
import type { FileDeclaration } from '../../api/uploads/declare-file.ts';

type FileOptions = NonNullable<LegacyImport['options']>;
type FileFormat = LegacyImport['file']['media_type'];

/** Chosen in the place of a built-in type of records. */
export const OF_ENTITY = 'ENTITY';

export interface ImportDraft {
  readonly file: File | undefined;
  readonly mediaType: FileFormat;
  readonly recordType: NonNullable<LegacyImport['record_type']> | typeof OF_ENTITY | '';
  readonly entityName: string;
  /** Options are empty where the default holds. */
  readonly delimiter: NonNullable<FileOptions['delimiter']> | '';
  readonly decimalSeparator: NonNullable<FileOptions['decimal_separator']> | '';
  readonly dateFormat: string;
  readonly encoding: NonNullable<FileOptions['encoding']> | '';
  /** A line for each heading: `heading = field`. */
  readonly headerMapping: string;
}

export const EMPTY_IMPORT: ImportDraft = {
  file: undefined,
  mediaType: 'text/csv',
  recordType: '',
  entityName: '',
  delimiter: '',
  decimalSeparator: '',
  dateFormat: '',
  encoding: '',
  headerMapping: '',
};

export type ImportFault =
  | 'fileMissing'
  | 'fileTooLarge'
  | 'recordTypeMissing'
  | 'entityMissing'
  | 'dateFormatInvalid'
  | 'mappingInvalid';

export type ImportFaults = Readonly<Partial<Record<keyof ImportDraft, ImportFault>>>;

const BYTES_MAX = 5 * 1024 ** 3;
const DATE_PARTS = ['YYYY', 'MM', 'DD'] as const;

/** The format of a file by the end of its name. */
export function guessMediaType(name: string): FileFormat {
  return /\.(?:ndjson|jsonl|json)$/i.test(name) ? 'application/x-ndjson' : 'text/csv';
}

export function findImportFaults(draft: ImportDraft): ImportFaults {
  const { file, recordType, entityName, dateFormat, headerMapping } = draft;
  const isEntityMissing = recordType === OF_ENTITY && entityName.trim() === '';
  return {
    ...(file === undefined && { file: 'fileMissing' }),
    ...(file !== undefined && file.size > BYTES_MAX && { file: 'fileTooLarge' }),
    ...(recordType === '' && { recordType: 'recordTypeMissing' }),
    ...(isEntityMissing && { entityName: 'entityMissing' }),
    ...(!isDateFormat(dateFormat.trim()) && { dateFormat: 'dateFormatInvalid' }),
    ...(parseHeaderMapping(headerMapping) === undefined && { headerMapping: 'mappingInvalid' }),
  };
}

/** The request, as the API takes it. */
export function buildImportBody(draft: ImportDraft, file: FileDeclaration): LegacyImport {
  const { recordType, entityName, mediaType } = draft;
  const options = buildOptions(draft);
  return {
    file: {
      name: file.name,
      media_type: mediaType,
      size_bytes: file.size,
      checksum_sha256: file.checksum,
      ...(file.content !== undefined && { content: file.content }),
    },
    ...(recordType === OF_ENTITY && { entity_name: entityName.trim() }),
    ...(recordType !== OF_ENTITY && recordType !== '' && { record_type: recordType }),
    ...(Object.keys(options).length > 0 && { options }),
  };
}

function buildOptions(draft: ImportDraft): FileOptions {
  const { mediaType, delimiter, decimalSeparator, encoding } = draft;
  const dateFormat = draft.dateFormat.trim();
  const isCsv = mediaType === 'text/csv';
  const mapping = parseHeaderMapping(draft.headerMapping) ?? {};
  return {
    ...(isCsv && delimiter !== '' && { delimiter }),
    ...(decimalSeparator !== '' && { decimal_separator: decimalSeparator }),
    ...(dateFormat !== '' && { date_format: dateFormat }),
    ...(encoding !== '' && { encoding }),
    ...(Object.keys(mapping).length > 0 && { header_mapping: mapping }),
  };
}

/** Reads lines such as `Kunde = customer_id`; undefined if one of them has no sign or no heading. */
export function parseHeaderMapping(
  text: string,
): Readonly<Record<string, string | null>> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => {
    const at = line.lastIndexOf('=');
    return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()] as const;
  });
  if (lines.some((line) => !line.includes('=')) || pairs.some(([heading]) => heading === '')) {
    return undefined;
  }
  return Object.fromEntries(
    pairs.map(([heading, field]) => [heading, field === '' ? null : field]),
  );
}

function isDateFormat(text: string): boolean {
  if (text === '') return true;
  const rest = DATE_PARTS.reduce((left, part) => left.replace(part, ''), text);
  return DATE_PARTS.every((part) => text.split(part).length === 2) && /^[./ -]{0,2}$/.test(rest);
}
