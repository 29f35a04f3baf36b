// Checks proof files: that an entry is in the log of a signed checkpoint, without a copy of the log.
import { hashLeaf, verifyInclusion } from '../../functions/domain/evidence/merkle-tree.ts';
import { parseLogProof } from '../../functions/domain/evidence/log-proof.ts';
import type { LogProof } from '../../functions/domain/evidence/log-proof.ts';
import { parseReceiptEntry } from '../../functions/domain/evidence/receipt-entry.ts';
import { MalformedTextError } from '../../functions/domain/evidence/strict-text.ts';
import type { EvidenceFindings } from './evidence-findings.ts';
import { formatKeyId } from './evidence-keys.ts';
import type { EvidenceKeys } from './evidence-keys.ts';
import { readGivenFile } from './given-files.ts';
import { formatLeaves, trustCheckpoint } from './log/trusted-checkpoints.ts';
import type { TrustedCheckpoint } from './log/trusted-checkpoints.ts';

export interface ProofTask {
  readonly file: string;
  /** The file with the entry; by default the proof file has it. */
  readonly entryFile: string | undefined;
  readonly keys: EvidenceKeys;
  readonly findings: EvidenceFindings;
}

/** Checks a proof, and returns its checkpoint if it is one of the log. */
export function checkProof(task: ProofTask): TrustedCheckpoint | undefined {
  const { file, keys, findings } = task;
  const proof = parseProof(task);
  if (!proof) return undefined;
  const trusted = trustCheckpoint(
    { name: file, bytes: Buffer.from(proof.checkpoint) },
    keys,
    findings,
  );
  if (trusted) checkInclusion(task, proof, trusted);
  return trusted;
}

function parseProof({ file, findings }: ProofTask): LogProof | undefined {
  try {
    return parseLogProof(readGivenFile(file).toString());
  } catch (error) {
    if (!(error instanceof MalformedTextError)) throw error;
    findings.differ('proof', `${file} is not a proof: ${error.message}.`, { file });
    return undefined;
  }
}

function checkInclusion(task: ProofTask, proof: LogProof, trusted: TrustedCheckpoint): void {
  const { file, entryFile, keys, findings } = task;
  const entry = entryFile === undefined ? proof.extra : readGivenFile(entryFile);
  const { index } = proof;
  const { size, root, signer } = trusted;
  if (!entry) {
    const sentence = `${file} has no entry: give the file with it by --entry.`;
    return findings.leaveUnproved('proof', sentence, { file });
  }
  const subject = { file, leaf: index, size };
  const claim = { index, size, root, leafHash: hashLeaf(entry), proof: proof.proof };
  if (!verifyInclusion(claim)) {
    const sentence = `${file} does not prove its entry: it is not leaf ${index} of the ${formatLeaves(size)} of the checkpoint, or was changed.`;
    return findings.differ('proof', sentence, subject);
  }
  const described = describeEntry(entry);
  if (described === undefined) {
    const sentence = `Leaf ${index}, which ${file} proves, is not the entry of a receipt.`;
    return findings.differ('leaves', sentence, subject);
  }
  const sentence = `${described} is leaf ${index} of the log ${keys.origin}, in its signed checkpoint of ${formatLeaves(size)}${formatKeyId(keys, signer)}, by ${file}.`;
  return findings.prove('proof', sentence, subject);
}

function describeEntry(bytes: Buffer): string | undefined {
  try {
    const { receipt_id, operation, actor, at, records, adopted_at } = parseReceiptEntry(bytes);
    const ids = [...new Set(records.map(({ id }) => id))];
    const named =
      ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');
    // From before the log: proved to stand so since its adoption alone.
    const adopted = adopted_at === undefined ? '' : `, adopted at ${adopted_at}`;
    return `Receipt ${receipt_id} of ${operation} by ${actor} at ${at}${adopted}, with the records ${named || 'none'},`;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
