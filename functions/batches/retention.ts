import { BatchFailure } from './batch-failure.ts';

/** Throws BatchFailure if the retention is over: the files of the batch would not be locked. */
export function refuseEndedRetention(until: Date): void {
  if (until > new Date()) return;
  throw new BatchFailure(
    `The retention ended at ${until.toISOString()}, before the files were written. Request it again.`,
  );
}
