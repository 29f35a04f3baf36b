// What the tasks of an import hand on to each other: small things in the state of the machine, and
// files in the bucket.
import { places } from '../../artifacts/locations.ts';
import type { Encoding } from '../../domain/imports/import-options.ts';
import type { BatchInput } from '../../runtime/task.ts';
import type { Checkpoint } from './rows/slice.ts';

/** The very file that was checked against its declaration. */
export interface ReceivedFile {
  readonly versionId?: string;
  readonly sizeBytes: number;
  readonly encoding: Encoding;
}

export interface ImportWork extends BatchInput {
  readonly file: ReceivedFile;
  readonly checkpoint: Checkpoint;
  /** How many slices are validated. */
  readonly slices: number;
  readonly isLast: boolean;
}

/** The rejections of a slice: lines of JSON, and lines of the report. */
export function linesFile({ tenant, batchId }: BatchInput, slice: number): string {
  return places.work(tenant, batchId, `slice-${slice}.ndjson`);
}

export function reportFile({ tenant, batchId }: BatchInput, slice: number): string {
  return places.work(tenant, batchId, `slice-${slice}.csv`);
}
