// Proves a copy of a log: its checkpoints, its root from its entries, and that every earlier checkpoint is a
// prefix of it.
import type { Hash } from '../../../functions/domain/evidence/merkle-tree.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';
import type { EvidenceKeys } from '../evidence-keys.ts';
import type { KeySuccession } from './key-succession.ts';
import type { LogFolder } from './log-folder.ts';
import { scanLog } from './log-scan.ts';
import type { LogScan } from './log-scan.ts';
import { PrefixComparison } from './prefix-comparison.ts';
import { StoredCheckpoints } from './stored-checkpoints.ts';
import { formatLeaves, reportTrust, trustCheckpoint } from './trusted-checkpoints.ts';
import type { TrustedCheckpoint } from './trusted-checkpoints.ts';

export interface LogCheckTask {
  readonly folder: LogFolder;
  readonly keys: EvidenceKeys;
  readonly findings: EvidenceFindings;
  /** From outside of the folder: what the auditor has kept, and what proofs and manifests state. */
  readonly kept: readonly TrustedCheckpoint[];
  /** Receives the checkpoints of the folder. */
  readonly succession: KeySuccession;
  /** Called once, before the first leaf, with the size of the log. */
  readonly onSize: (size: number) => void;
  readonly onLeaf: (index: number, entry: Buffer) => void;
  readonly onProgress: (text: string) => void;
}

/** Checks the log, and returns its newest checkpoint if the log is proved. */
export function checkLog(task: LogCheckTask): TrustedCheckpoint | undefined {
  const { folder, findings, keys } = task;
  const stored = new StoredCheckpoints(task);
  const newest = findNewestCheckpoint(task, stored);
  if (!newest) return undefined;
  reportTrust(newest, keys, findings);
  const prefixes = new PrefixComparison({ ...task, stored }, newest);
  task.onSize(newest.size);
  const scan = scanLog({
    folder,
    findings,
    size: newest.size,
    rootSizes: prefixes.sizes,
    onRoot: (size, root) => prefixes.compare(size, root),
    onLeaf: task.onLeaf,
    onProgress: task.onProgress,
  });
  const isProved = concludeRoot(task, { newest, scan, prefixes });
  prefixes.conclude();
  return isProved ? newest : undefined;
}

// A copy that was made while the log grew can have a later checkpoint than its current one.
function findNewestCheckpoint(
  { folder, keys, findings, succession }: LogCheckTask,
  stored: StoredCheckpoints,
): TrustedCheckpoint | undefined {
  const file = folder.readCurrentCheckpoint();
  const last = stored.sizes.at(-1);
  if (!file && last === undefined) {
    findings.differ('checkpoint', 'The log lacks its checkpoint.');
  }
  const current = file && trustCheckpoint(file, keys, findings);
  if (current) succession.add(current);
  const latest = last === undefined ? undefined : stored.open(last);
  if (!current || !latest) return current ?? latest;
  return latest.size > current.size ? latest : current;
}

interface RootConclusion {
  readonly newest: TrustedCheckpoint;
  readonly scan: LogScan;
  readonly prefixes: PrefixComparison;
}

function concludeRoot(
  { findings, keys }: LogCheckTask,
  { newest, scan, prefixes }: RootConclusion,
): boolean {
  const { size, root } = newest;
  const stated = root.toString('base64');
  if (!scan.root) {
    const sentence = `The root of the log ${keys.origin} cannot be computed, because entries and their hashes are missing. ${describeExtent(scan, { root, prefixes })}`;
    findings.differ('entries', sentence, { size, root: stated });
    return false;
  }
  if (scan.hasAllEntries && scan.root.equals(root)) {
    const sentence = `The log ${keys.origin} has ${formatLeaves(size)}: their entries, hashed again, have the root ${stated} of its checkpoint.`;
    findings.prove('entries', sentence, { size, root: stated });
    if (findings.countDifferences('tiles') === 0) {
      findings.prove('tiles', `The ${scan.comparedTiles} hash tiles agree with the entries.`);
    }
    return true;
  }
  const derived = scan.root.toString('base64');
  const sentence = scan.root.equals(root)
    ? `The log has the root ${stated} of its checkpoint only by its hash tiles, because entries are missing or cannot be read.`
    : `${describeRoot(scan, derived)}, not the root ${stated} of its checkpoint. ${describeExtent(scan, { root, prefixes })}`;
  findings.differ('entries', sentence, { size, root: stated, derived });
  return false;
}

function describeRoot({ hasAllEntries }: LogScan, derived: string): string {
  return hasAllEntries
    ? `The entries of the log, hashed again, have the root ${derived}`
    : `The entries of the log, hashed again, and the hash tiles for those that are missing or cannot be read, have the root ${derived}`;
}

function describeExtent(
  scan: LogScan,
  { root, prefixes }: { readonly root: Hash; readonly prefixes: PrefixComparison },
): string {
  if (scan.tileRoot?.equals(root)) {
    return 'The hash tiles have the root of the checkpoint: the entries were changed, where the tiles differ from them.';
  }
  const { agreed, differed } = prefixes.extent;
  if (agreed === 0) return `What was changed lies before leaf ${differed}.`;
  return `The first ${agreed} leaves are as they were at an earlier checkpoint: what was changed lies between leaf ${agreed} and leaf ${differed - 1}.`;
}
