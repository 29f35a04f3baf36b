// What the tasks of the nightly verification share. Each may be repeated, also while another execution works on the
// same run: what it does follows from the stored plan and the checkpoints.
import type { Context } from 'aws-lambda';
import { VERIFICATION_PREFIX } from '../../artifacts/locations.ts';
import { openEvidenceBucket, openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { readWholeObject, writeWorkObject } from '../../artifacts/objects.ts';
import { openStore } from '../../ledger/store/store.ts';
import {
  objectLockEnvironment,
  readEvidenceBucket,
  readLedgerEnvironment,
  requireVariable,
} from '../../runtime/environment.ts';
import { recordTask, recordTaskFailure } from '../../runtime/telemetry.ts';
import type { Verification } from '../audit-run.ts';
import type { CheckpointStore } from '../segments/run-plan.ts';
import { VERIFICATION_TIME_BUDGET } from '../time-budget.ts';

/** The part of the state of the state machine that every task receives. */
export interface NightlyInput {
  /** The name of the execution. */
  readonly execution: string;
}

/** A round whose segments are to be scanned. */
export interface NightlyRound extends NightlyInput {
  /** The numbers of the segments. */
  readonly segments: readonly number[];
}

export interface NightlyWork {
  readonly verification: Verification & Required<Pick<Verification, 'evidence'>>;
  readonly checkpoints: CheckpointStore;
  /** Of the code that runs: it differs where a new version was deployed during the run. */
  readonly codeVersion: string;
  readonly remainingMs: () => number;
}

/** Builds the Lambda handler of a task. An error fails the task, which the state machine then repeats. */
export function nightlyTask<Input extends NightlyInput, Output>(
  name: string,
  run: (work: NightlyWork, input: Input) => Promise<Output>,
): (input: Input, context: Context) => Promise<Output> {
  const store = openStore(readLedgerEnvironment(), VERIFICATION_TIME_BUDGET);
  const evidence = openEvidenceBucket(readEvidenceBucket());
  const checkpoints = openObjectCheckpoints();
  const codeVersion = requireVariable('CODE_VERSION');
  return async (input, context) => {
    const startedAt = performance.now();
    const remainingMs = () => context.getRemainingTimeInMillis();
    const work = { verification: { store, evidence }, checkpoints, codeVersion, remainingMs };
    try {
      const output = await run(work, input);
      recordTask({ name, milliseconds: performance.now() - startedAt });
      return output;
    } catch (error) {
      recordTaskFailure({ name, error });
      throw error;
    }
  };
}

// Only the tasks of the verification may read and write below this prefix, and a lifecycle rule deletes what is there.
function openObjectCheckpoints(): CheckpointStore {
  const bucket = openObjectLockBucket(objectLockEnvironment());
  return {
    read: (name) => readWholeObject(bucket, `${VERIFICATION_PREFIX}${name}`),
    write: (name, bytes) =>
      writeWorkObject(bucket, `${VERIFICATION_PREFIX}${name}`, Buffer.from(bytes)),
  };
}

/** Identifies the run that this code carries on, on this ledger. */
export function formatRun(ledger: string, codeVersion: string): string {
  return JSON.stringify([codeVersion, ledger]);
}

/** Whether another version of the code has started the run. */
export function isOfOtherCode(run: string, codeVersion: string): boolean {
  return (JSON.parse(run) as [string, string])[0] !== codeVersion;
}

export function listSegments(count: number): number[] {
  return Array.from({ length: count }, (_, segment) => segment);
}
