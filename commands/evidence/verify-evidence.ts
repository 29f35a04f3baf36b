// An auditor's check without network and without the service: a copy of a log, kept checkpoints, exports and
// proofs, by the public keys that the auditor trusts (docs/evidence.md).
import { formatError } from '../format-error.ts';
import { EvidenceFindings } from './evidence-findings.ts';
import type { EvidenceCheck, EvidenceFinding } from './evidence-findings.ts';
import type { EvidenceKeys } from './evidence-keys.ts';
import { checkExport, openExport } from './export/export-check.ts';
import { readGivenFile } from './given-files.ts';
import { KeySuccession } from './log/key-succession.ts';
import { proveLog } from './prove-log.ts';
import { checkProof } from './proof-check.ts';
import { compareCheckpoints, reportTrust, trustCheckpoint } from './log/trusted-checkpoints.ts';
import type { TrustedCheckpoint } from './log/trusted-checkpoints.ts';

export interface EvidenceTask {
  readonly keys: EvidenceKeys;
  /** The folder of a copy of the log. */
  readonly log?: string | undefined;
  readonly checkpoints: readonly string[];
  readonly exports: readonly string[];
  readonly proofs: readonly string[];
  /** The file with the entry of the proof, where the proof does not have it. */
  readonly entryFile?: string | undefined;
  /** How many hours a leaf may be older than one before it. */
  readonly lateHours: number;
  readonly onProgress: (text: string) => void;
}

export interface EvidenceVerdict {
  readonly origin: string;
  /** The log's newest checkpoint, if a log was given and proved. */
  readonly checkpoint: TrustedCheckpoint | undefined;
  readonly findings: readonly EvidenceFinding[];
  readonly differenceCount: number;
}

/** Checks all that was given, even if some of it is wrong or missing. */
export async function verifyEvidence(task: EvidenceTask): Promise<EvidenceVerdict> {
  const findings = new EvidenceFindings();
  const { keys, log } = task;
  const kept = task.checkpoints.flatMap((file) =>
    attempt({ check: 'checkpoint', findings }, () => openKept(file, keys, findings)),
  );
  const proved = task.proofs.flatMap((file) =>
    attempt({ check: 'proof', findings }, () => {
      return checkProof({ file, entryFile: task.entryFile, keys, findings });
    }),
  );
  const exports = task.exports.flatMap((file) =>
    attempt({ check: 'export', findings }, () => openExport(file, keys, findings)),
  );
  const trusted = [...kept, ...proved, ...exports.flatMap(({ checkpoint }) => checkpoint ?? [])];
  compareCheckpoints(trusted, findings);
  const succession = new KeySuccession(keys);
  for (const checkpoint of trusted) succession.add(checkpoint);
  const [logged] =
    log === undefined
      ? []
      : attempt({ check: 'entries', findings }, () =>
          proveLog(log, task, { kept: trusted, exports, succession, findings }),
        );
  succession.conclude(findings);
  if (log === undefined && trusted.length > 1) leaveOrderUnproved(findings);
  for (const one of exports)
    await checkExport(one, logged, { findings, onProgress: task.onProgress });
  return {
    origin: keys.origin,
    checkpoint: logged?.checkpoint,
    findings: findings.list,
    differenceCount: findings.countDifferences(),
  };
}

// What cannot be read is no reason to leave the rest unchecked.
function attempt<Result>(
  { check, findings }: { readonly check: EvidenceCheck; readonly findings: EvidenceFindings },
  run: () => Result | undefined,
): Result[] {
  try {
    const result = run();
    return result === undefined ? [] : [result];
  } catch (error) {
    findings.leaveUnproved(check, formatError(error));
    return [];
  }
}

function openKept(
  file: string,
  keys: EvidenceKeys,
  findings: EvidenceFindings,
): TrustedCheckpoint | undefined {
  const checkpoint = trustCheckpoint({ name: file, bytes: readGivenFile(file) }, keys, findings);
  if (checkpoint) reportTrust(checkpoint, keys, findings);
  return checkpoint;
}

function leaveOrderUnproved(findings: EvidenceFindings): void {
  const sentence =
    'Whether the checkpoints are stages of one log was not checked: that takes a copy of the log.';
  findings.leaveUnproved('consistency', sentence);
}
