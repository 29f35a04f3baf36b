// Finds receipts that more than one leaf states.
import { TILE_WIDTH } from '../../../functions/domain/evidence/tiles.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';
import { readIdStart, readReceiptEntry, readReceiptId } from './leaf-check.ts';
import type { LogFolder } from './log-folder.ts';
import { readLeaves } from './log-scan.ts';

export interface RepetitionTask {
  /** The beginnings of the ids that may be repeated: whole ids of all leaves would take too much memory. */
  readonly starts: ReadonlySet<bigint>;
  /** The leaves that record a rebuild after a restore, which lost receipts. */
  readonly rebuilds: readonly number[];
  readonly findings: EvidenceFindings;
}

interface Repetition {
  readonly id: string;
  readonly earlier: number;
  readonly leaf: number;
}

/**
 * Reports each leaf whose receipt an earlier leaf states, and returns how many of these were requested again because
 * the tables had lost them. The few suspects are read again.
 */
export function reportRepeatedReceipts(
  folder: LogFolder,
  size: number,
  { starts, rebuilds, findings }: RepetitionTask,
): number {
  remarkOnRebuilds(rebuilds, findings);
  const recovered: Repetition[] = [];
  const last = new Map<string, { readonly leaf: number; readonly fingerprint: string }>();
  for (const { leaf, entry } of starts.size === 0 ? [] : readLeaves(folder, size)) {
    const { receipt_id: id, fingerprint } = readReceiptEntry(entry) ?? {};
    if (id === undefined || fingerprint === undefined || !starts.has(readIdStart(id))) continue;
    const before = last.get(id);
    last.set(id, { leaf, fingerprint });
    if (!before) continue;
    const repetition = { id, earlier: before.leaf, leaf };
    const isRecovered = before.fingerprint === fingerprint && isLost(repetition, rebuilds);
    if (isRecovered) recovered.push(repetition);
    else reportRepetition(repetition, findings);
  }
  remarkOnRecovered(recovered, findings);
  return recovered.length;
}

function isLost({ earlier, leaf }: Repetition, rebuilds: readonly number[]): boolean {
  const rebuild = rebuilds.findLast((one) => one < leaf);
  return rebuild !== undefined && rebuild > earlier;
}

function remarkOnRebuilds(rebuilds: readonly number[], findings: EvidenceFindings): void {
  const [leaf] = rebuilds;
  if (leaf === undefined) return;
  const what =
    'that receipts were missing in the tables after a restore, and that the log continues all the same';
  const sentence =
    rebuilds.length === 1
      ? `Leaf ${leaf} records ${what}.`
      : `${rebuilds.length} leaves record ${what}, the first leaf ${leaf}.`;
  findings.remark('receipts', sentence, { leaf, leaves: rebuilds.length });
}

function remarkOnRecovered(recovered: readonly Repetition[], findings: EvidenceFindings): void {
  const [first] = recovered;
  if (!first) return;
  const { id, earlier, leaf } = first;
  const leaves = recovered.length === 1 ? 'One leaf is' : `${recovered.length} leaves are`;
  const sentence = `${leaves} of receipts that an earlier leaf states, with such a leaf between: they were lost and requested again. The first is ${id}, leaf ${earlier} and again leaf ${leaf}.`;
  const subject = { receipt_id: id, leaf, earlier_leaf: earlier, leaves: recovered.length };
  findings.remark('receipts', sentence, subject);
}

function reportRepetition({ id, earlier, leaf }: Repetition, findings: EvidenceFindings): void {
  const sentence = `Receipt ${id} is leaf ${earlier} and again leaf ${leaf}.`;
  findings.differ('receipts', sentence, { receipt_id: id, leaf, earlier_leaf: earlier });
}

/** Names the receipt of a leaf in parentheses; empty where the leaf cannot be read. */
export function describeLeaf(folder: LogFolder, size: number, leaf: number): string {
  const bundle = Math.floor(leaf / TILE_WIDTH);
  for (const one of readLeaves(folder, size, [bundle])) {
    const id = one.leaf === leaf ? readReceiptId(one.entry) : undefined;
    if (id !== undefined) return ` (receipt ${id})`;
  }
  return '';
}
