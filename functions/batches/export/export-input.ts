// What the tasks of an export pass to each other: small values in the state of the state machine, and
// files in the bucket.
import { objectKeys } from '../../artifacts/locations.ts';
import { fromControlTotalsView } from '../../domain/exports/control-totals.ts';
import type {
  ControlTotals,
  ControlTotalsView,
  EarlierTotalsView,
} from '../../domain/exports/control-totals.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { BatchFailure } from '../batch-failure.ts';
import type { ExportSlice } from './slices.ts';

/** A started export. Times are ISO. */
export interface ExportPeriod extends BatchInput {
  readonly from: string;
  readonly before: string;
  /** Whether all receipts of earlier versions are adopted; absent if such a version started the execution. */
  readonly isAdopted?: boolean;
  /** How long to wait until all entries of the period are committed. */
  readonly settleSeconds: number;
}

/** What a worker has written of its slice so far: its checkpoint. */
export interface SliceWork {
  /** The files, in order, numbered from 0. */
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  readonly totals: ControlTotalsView | EarlierTotalsView;
  /** The ids of those who posted the entries, in order; absent before manifests named them. */
  readonly operators?: readonly string[];
  /** Whether others have posted, for whom there was no room. */
  readonly hasMoreOperators?: boolean;
  /** The files of findings, numbered from 0; only of a fiscal year. */
  readonly findings?: number;
  /** The number of entries that those are of; absent before they were counted. */
  readonly found?: number;
  /** The id of the last journal entry in the files. */
  readonly last?: string;
}

export interface SliceInput extends BatchInput {
  readonly slice: ExportSlice;
  /** What has been written before; absent at the start. */
  readonly work?: SliceWork;
}

export function rowsFileKey({ tenant, batchId }: BatchInput, slice: number, file: number): string {
  return objectKeys.work(tenant, batchId, `slice-${slice}/rows-${file}`);
}

/** The key of what one run of a worker found of a fiscal year: too large for the state machine's state. */
export function findingsFileKey(
  { tenant, batchId }: BatchInput,
  slice: number,
  file: number,
): string {
  return objectKeys.work(tenant, batchId, `slice-${slice}/findings-${file}.json`);
}

/** The key of the SliceWork of a complete slice. */
export function summaryFileKey({ tenant, batchId }: BatchInput, slice: number): string {
  return objectKeys.work(tenant, batchId, `slice-${slice}/summary.json`);
}

/**
 * Reads the totals of a slice. Throws BatchFailure for one that was written before an upgrade of the
 * service, because its rows have other columns than the rest of the file.
 */
export function readSliceTotals({ totals }: SliceWork): ControlTotals {
  if ('postings' in totals) return fromControlTotalsView(totals);
  throw new BatchFailure(
    'The service was upgraded while the export ran, and the columns changed: request it again.',
  );
}
