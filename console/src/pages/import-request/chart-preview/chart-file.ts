// The accounts of a file as the import would write them, to compare them with the chart before it is sent. The import
// itself judges the file: what cannot be read here is found there, with its row and field.
import { parse } from 'csv-parse/browser/esm/sync';
import type { DefineGeneralLedgerAccount } from '../../../../../client/client.ts';
import { parseHeaderMapping } from '../import-draft.ts';
import type { ImportDraft } from '../import-draft.ts';

type FileRecord = Readonly<Record<string, string>>;

/** By code: what a PUT of each account would contain. */
export type ChartDefinitions = ReadonlyMap<string, Partial<DefineGeneralLedgerAccount>>;

type FileForm = Pick<ImportDraft, 'mediaType' | 'delimiter' | 'encoding' | 'headerMapping'>;

/** A longer file is no chart, and would stop the page while it is read. */
export const PREVIEWED_BYTES_MAX = 4 * 1024 * 1024;

/** Reads the accounts. Throws an error if the file does not have the form. */
export async function readChartFile(
  file: Blob,
  form: Omit<FileForm, 'encoding'> & { readonly encoding: string },
): Promise<ChartDefinitions> {
  const decoder = new TextDecoder(form.encoding === '' ? undefined : form.encoding, {
    fatal: true,
  });
  const text = decoder.decode(await file.arrayBuffer());
  const records = form.mediaType === 'text/csv' ? readCsv(text, form) : readLines(text);
  return new Map(
    records.map((record) => renameFields(record, form.headerMapping)).map(toDefinition),
  );
}

function readCsv(text: string, { delimiter }: Pick<FileForm, 'delimiter'>): readonly FileRecord[] {
  return parse(text, {
    columns: true,
    delimiter: delimiter === '' ? ',' : delimiter,
    record_delimiter: ['\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  });
}

function readLines(text: string): readonly FileRecord[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as FileRecord);
}

function renameFields(record: FileRecord, headerMapping: string): FileRecord {
  const mapping = parseHeaderMapping(headerMapping) ?? {};
  return Object.fromEntries(
    Object.entries(record).flatMap(([heading, value]) => {
      const field = Object.hasOwn(mapping, heading) ? mapping[heading] : heading;
      return typeof field === 'string' ? [[field, value] as const] : [];
    }),
  );
}

function toDefinition(record: FileRecord): [string, Partial<DefineGeneralLedgerAccount>] {
  const { code = '', name, type, currency, parent, status, mappings = '' } = record;
  const given = Object.entries({ name, type, currency, parent });
  const definition = {
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== '')),
    status: status === undefined || status === '' ? 'ACTIVE' : status,
    mappings: readMappings(mappings),
  };
  return [code, definition as Partial<DefineGeneralLedgerAccount>];
}

// As the import reads them: HGB=1600; SAF-T=0110.
function readMappings(text: string): Record<string, string> {
  const pairs = text.split(';').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [chart = '', code = ''] = pair.split('=').map((part) => part.trim());
      return [chart, code];
    }),
  );
}
