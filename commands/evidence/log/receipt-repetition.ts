// Finds receipts that more than one leaf states.
import { TILE_WIDTH } from '../../../functions/domain/evidence/tiles.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';
import { readIdStart, readReceiptId } from './leaf-check.ts';
import type { LogFolder } from './log-folder.ts';
import { readLeaves } from './log-scan.ts';

/**
 * Reports each leaf whose receipt an earlier leaf states. `starts` are the beginnings of the ids that may be
 * repeated: whole ids of all leaves would take too much memory, so the few suspects are read again.
 */
export function reportRepeatedReceipts(
  folder: LogFolder,
  size: number,
  {
    starts,
    findings,
  }: { readonly starts: ReadonlySet<bigint>; readonly findings: EvidenceFindings },
): void {
  if (starts.size === 0) return;
  const first = new Map<string, number>();
  for (const { leaf, entry } of readLeaves(folder, size)) {
    const id = readReceiptId(entry);
    if (id === undefined || !starts.has(readIdStart(id))) continue;
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, leaf);
    else reportRepetition({ id, earlier, leaf }, findings);
  }
}

function reportRepetition(
  { id, earlier, leaf }: { readonly id: string; readonly earlier: number; readonly leaf: number },
  findings: EvidenceFindings,
): void {
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
