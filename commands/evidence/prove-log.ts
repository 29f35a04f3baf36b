// Proves a copy of a log as a whole, and gathers what its leaves say of the exported periods.
import type { EvidenceFindings } from './evidence-findings.ts';
import type { EvidenceKeys } from './evidence-keys.ts';
import type { OpenedExport } from './export/export-check.ts';
import type { LoggedJournal } from './export/export-comparison.ts';
import { JournalIndex, readPostingTime } from './log/journal-index.ts';
import type { KeySuccession } from './log/key-succession.ts';
import { LeafCheck } from './log/leaf-check.ts';
import { checkLog } from './log/log-check.ts';
import { LogFolder } from './log/log-folder.ts';
import { describeLeaf, reportRepeatedReceipts } from './log/receipt-repetition.ts';
import { formatLeaves } from './log/trusted-checkpoints.ts';
import type { TrustedCheckpoint } from './log/trusted-checkpoints.ts';

export interface ProvedLog extends LoggedJournal {
  readonly checkpoint: TrustedCheckpoint;
}

export interface LogTask {
  readonly keys: EvidenceKeys;
  readonly lateHours: number;
  readonly onProgress: (text: string) => void;
}

export interface LogContext {
  readonly kept: readonly TrustedCheckpoint[];
  readonly exports: readonly OpenedExport[];
  readonly succession: KeySuccession;
  readonly findings: EvidenceFindings;
}

/** Returns what the log states, if it is proved. */
export function proveLog(
  path: string,
  { keys, lateHours, onProgress }: LogTask,
  { kept, exports, succession, findings }: LogContext,
): ProvedLog | undefined {
  const folder = new LogFolder(path);
  const journal = new JournalIndex();
  const periods = exports.flatMap(({ period }) => period ?? []);
  const isExported = (postedMs: number) =>
    periods.some(({ fromMs, beforeMs }) => postedMs >= fromMs && postedMs < beforeMs);
  const leaves = new LeafCheck({
    findings,
    lateHours,
    onJournalEntry: (entry) => {
      if (isExported(readPostingTime(entry.id))) journal.add(entry);
    },
  });
  let size = 0;
  const checkpoint = checkLog({
    folder,
    keys,
    findings,
    kept,
    succession,
    onSize: (leafCount) => {
      size = leafCount;
      leaves.expect(leafCount);
    },
    onLeaf: (leaf, entry) => leaves.check(leaf, entry),
    onProgress,
  });
  const starts = leaves.listRepeatedStarts();
  const { rebuilds } = leaves;
  const repeated = reportRepeatedReceipts(folder, size, { starts, rebuilds, findings });
  reportRepeatedEntries(journal, findings);
  if (!checkpoint) return undefined;
  concludeLeaves({ size, repeated }, findings);
  leaves.conclude();
  return {
    checkpoint,
    journal,
    size,
    times: leaves.times,
    describeLeaf: (leaf) => describeLeaf(folder, size, leaf),
  };
}

function reportRepeatedEntries(journal: JournalIndex, findings: EvidenceFindings): void {
  for (const [earlier, later] of journal.listRepeated()) {
    const sentence = `Journal entry ${later.id} is recorded in leaf ${earlier.leaf} and again in leaf ${later.leaf}.`;
    const subject = { journal_entry_id: later.id, leaf: later.leaf, earlier_leaf: earlier.leaf };
    findings.differ('receipts', sentence, subject);
  }
}

function concludeLeaves(
  { size, repeated }: { readonly size: number; readonly repeated: number },
  findings: EvidenceFindings,
): void {
  if (findings.countDifferences('leaves') === 0) {
    const sentence = `Each of the ${formatLeaves(size)} is the entry of a receipt, in canonical form.`;
    findings.prove('leaves', sentence, { size });
  }
  if (findings.countDifferences('receipts') === 0) {
    findings.prove('receipts', `No ${repeated > 0 ? 'other ' : ''}receipt is in the log twice.`);
  }
}
