// What the tasks of an import pass to each other: small values in the state of the state machine, and
// files in the bucket.
import { objectKeys } from '../../artifacts/locations.ts';
import type { TextEncodingName } from '../../domain/imports/import-options.ts';
import type { BatchInput } from '../../runtime/task.ts';
import type { ImportCheckpoint } from './rows/slice-validation.ts';

/** The version of the file that was checked against its declaration. */
export interface ReceivedFile {
  readonly versionId?: string;
  readonly sizeBytes: number;
  readonly encoding: TextEncodingName;
  /** The length of its byte order mark. */
  readonly markBytes?: number;
}

export interface ImportWork extends BatchInput {
  readonly file: ReceivedFile;
  readonly checkpoint: ImportCheckpoint;
  /** The number of slices validated so far. */
  readonly slices: number;
  readonly isLast: boolean;
}

/** The file of a slice's rejections as lines of JSON; reportLinesKey is the file of its report lines. */
export function acceptedLinesKey({ tenant, batchId }: BatchInput, slice: number): string {
  return objectKeys.work(tenant, batchId, `slice-${slice}.ndjson`);
}

export function reportLinesKey({ tenant, batchId }: BatchInput, slice: number): string {
  return objectKeys.work(tenant, batchId, `slice-${slice}.csv`);
}
