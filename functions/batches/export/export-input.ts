// What the tasks of an export hand on to each other: small things in the state of the machine, and
// files in the bucket.
import { objectKeys } from '../../artifacts/locations.ts';
import type { ControlTotalsView } from '../../domain/exports/control-totals.ts';
import type { BatchInput } from '../../runtime/task.ts';
import type { ExportSlice } from './slices.ts';

/** An export that has begun. Times are ISO. */
export interface ExportPeriod extends BatchInput {
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
  readonly slice: ExportSlice;
  /** What has been written before; absent at the beginning. */
  readonly work?: SliceWork;
}

export function rowsFileKey({ tenant, batchId }: BatchInput, slice: number, file: number): string {
  return objectKeys.work(tenant, batchId, `slice-${slice}/rows-${file}`);
}

/** The SliceWork of a slice that is done. */
export function summaryFileKey({ tenant, batchId }: BatchInput, slice: number): string {
  return objectKeys.work(tenant, batchId, `slice-${slice}/summary.json`);
}
