// An export's file, as the formats read it.
import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import iconv from 'iconv-lite';
import type { ExportEncoding } from '../../functions/domain/exports/export-encoding.ts';
import type { ArtifactFile } from '../../functions/domain/exports/artifact-facts.ts';

/** More bytes than any row has: a forged one without an end must not be held in memory. */
const ROW_BYTES_MAX = 1024 * 1024;

export function artifactFile(
  bytes: Readable,
  { name, encoding }: { name: string; encoding: ExportEncoding },
): ArtifactFile {
  return {
    name,
    rows: ({ delimiter, quote = false }) =>
      bytes.pipe(
        parse({
          delimiter,
          quote,
          record_delimiter: '\r\n',
          relax_column_count: true,
          max_record_size: ROW_BYTES_MAX,
        }),
      ) as AsyncIterable<readonly string[]>,
    text: () =>
      (encoding === 'UTF-8'
        ? bytes.setEncoding('utf8')
        : bytes.pipe(iconv.decodeStream(encoding))) as AsyncIterable<string>,
  };
}
