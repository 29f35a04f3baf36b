// The checkpoints that an auditor gives or that come with a log: each is trusted only by the key of the log.
import { parseCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import type { LogCheckpoint } from '../../../functions/domain/evidence/checkpoint.ts';
import { openCheckpoint } from '../../../functions/domain/evidence/signed-checkpoint.ts';
import { parseNote, UnverifiedNoteError } from '../../../functions/domain/evidence/signed-note.ts';
import type { NoteSigner } from '../../../functions/domain/evidence/signed-note.ts';
import type { VerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import { MalformedTextError } from '../../../functions/domain/evidence/strict-text.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';
import { formatKeyId } from '../evidence-keys.ts';
import type { EvidenceKeys } from '../evidence-keys.ts';
import type { NamedBytes } from './log-folder.ts';

/** A checkpoint that a key of the log signed. */
export interface TrustedCheckpoint extends LogCheckpoint {
  /** Where it is from, for the reader of a finding. */
  readonly source: string;
  readonly signer: VerifierKey;
  readonly witnesses: readonly NoteSigner[];
}

/** Verifies a checkpoint. Undefined, with a difference, where it is not one of the log. */
export function trustCheckpoint(
  { name, bytes }: NamedBytes,
  keys: EvidenceKeys,
  findings: EvidenceFindings,
): TrustedCheckpoint | undefined {
  try {
    const { origin } = parseCheckpoint(parseNote(bytes).text);
    if (origin !== keys.origin) {
      const sentence = `The checkpoint in ${name} is of the log ${origin}, not of ${keys.origin}.`;
      findings.differ('checkpoint', sentence, { file: name, origin });
      return undefined;
    }
    const { checkpoint, signer, witnesses } = openCheckpoint(bytes, keys);
    return { ...checkpoint, source: name, signer, witnesses };
  } catch (error) {
    findings.differ('checkpoint', describeFault(name, error), { file: name });
    return undefined;
  }
}

function describeFault(name: string, error: unknown): string {
  if (error instanceof MalformedTextError) return `${name} is not a checkpoint: ${error.message}.`;
  if (error instanceof UnverifiedNoteError) {
    return `The checkpoint in ${name} is not signed by the given key: ${error.message}`;
  }
  throw error;
}

/** Records that the checkpoint is signed, and which of the given witnesses saw it. */
export function reportTrust(
  checkpoint: TrustedCheckpoint,
  keys: EvidenceKeys,
  findings: EvidenceFindings,
): void {
  const { source, size, signer, witnesses } = checkpoint;
  const stated = `The checkpoint of ${formatLeaves(size)} in ${source}`;
  const logKey = `${keys.origin}${formatKeyId(keys, signer)}`;
  findings.prove('checkpoint', `${stated} is signed by the key of the log ${logKey}.`, {
    file: source,
    size,
    root: checkpoint.root.toString('base64'),
  });
  // After a change of keys, a witness has several of one name.
  for (const [name, own] of Map.groupBy(keys.witnessKeys, (key) => key.name)) {
    const subject = { file: source, witness: name };
    const signers = own.flatMap((key) => witnesses.find((one) => one.key === key) ?? []);
    for (const { key, timestamp = 0 } of signers) {
      const at = new Date(timestamp * 1_000).toISOString();
      const witness = own.length > 1 ? `${name} (key ${key.keyId})` : name;
      findings.prove('witness', `${stated} was seen by the witness ${witness} at ${at}.`, subject);
    }
    if (signers.length > 0) continue;
    findings.remark('witness', `${stated} has no cosignature of the witness ${name}.`, subject);
  }
}

/** Finds checkpoints that were signed of one size with different roots: two histories of one log. */
export function compareCheckpoints(
  checkpoints: readonly TrustedCheckpoint[],
  findings: EvidenceFindings,
): void {
  for (const [size, own] of Map.groupBy(checkpoints, (checkpoint) => checkpoint.size)) {
    const [first, ...others] = own;
    const other = others.find(({ root }) => !first?.root.equals(root));
    if (!first || !other) continue;
    const sentence = `${first.source} and ${other.source} are checkpoints of ${formatLeaves(size)} with different roots, both signed: the log was forked.`;
    findings.differ('consistency', sentence, { size, file: first.source, other: other.source });
  }
}

export function formatLeaves(count: number): string {
  return `${count} ${count === 1 ? 'leaf' : 'leaves'}`;
}
