// An export's file, as the formats read it.
import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { ArtifactFile } from '../../functions/domain/exports/artifact-facts.ts';

export function artifactFile(bytes: Readable): ArtifactFile {
  return {
    rows: ({ delimiter, quote = false }) =>
      bytes.pipe(
        parse({ delimiter, quote, record_delimiter: '\r\n', relax_column_count: true }),
      ) as AsyncIterable<readonly string[]>,
    text: () => bytes.setEncoding('utf8') as AsyncIterable<string>,
  };
}
