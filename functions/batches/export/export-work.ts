// What the tasks of an export hand on to each other: small things in the state of the machine, and
// files in the bucket.
import { places } from '../../artifacts/locations.ts';
import type { ControlTotalsView } from '../../domain/exports/control-totals.ts';
import type { BatchInput } from '../../runtime/task.ts';
import type { Slice } from './slices.ts';

/** An export that has begun. Times are ISO. */
export interface Begun extends BatchInput {
  readonly from: string;
  readonly before: string;
  /** How long to wait before it is read. */
  readonly settleSeconds: number;
}

/** What a worker has written of its slice so far. */
export interface SliceWork {
  /** The files, in order, numbered from 0. */
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  readonly totals: ControlTotalsView;
  /** The last entry that is in them. */
  readonly last?: string;
}

export interface SliceInput extends BatchInput {
  readonly slice: Slice;
  /** What has been written before; absent at the beginning. */
  readonly work?: SliceWork;
}

export function rowsFile({ tenant, batchId }: BatchInput, slice: number, file: number): string {
  return places.work(tenant, batchId, `slice-${slice}/rows-${file}`);
}

/** The SliceWork of a slice that is done. */
export function summaryFile({ tenant, batchId }: BatchInput, slice: number): string {
  return places.work(tenant, batchId, `slice-${slice}/summary.json`);
}
