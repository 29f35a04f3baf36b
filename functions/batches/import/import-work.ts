// What the tasks of an import hand on to each other: small things in the state of the machine, and
// files in the bucket.
import { objectKeys } from '../../artifacts/locations.ts';
import type { TextEncodingName } from '../../domain/imports/import-options.ts';
import type { BatchInput } from '../../runtime/task.ts';
import type { ImportCheckpoint } from './rows/slice-validation.ts';

/** The very file that was checked against its declaration. */
export interface ReceivedFile {
  readonly versionId?: string;
  readonly sizeBytes: number;
  readonly encoding: TextEncodingName;
}

export interface ImportWork extends BatchInput {
  readonly file: ReceivedFile;
  readonly checkpoint: ImportCheckpoint;
  /** How many slices are validated. */
  readonly slices: number;
  readonly isLast: boolean;
}

/** The rejections of a slice: lines of JSON, and lines of the report. */
export function acceptedLinesKey({ tenant, batchId }: BatchInput, slice: number): string {
  return objectKeys.work(tenant, batchId, `slice-${slice}.ndjson`);
}

export function reportLinesKey({ tenant, batchId }: BatchInput, slice: number): string {
  return objectKeys.work(tenant, batchId, `slice-${slice}.csv`);
}
