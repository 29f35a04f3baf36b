// After a change of keys the earlier one signs nothing new. The auditor's keys are in the order in which they
// signed, so what someone with a stolen earlier key signs afterwards contradicts the later one, or is not proved.
import type { VerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';
import type { EvidenceKeys } from '../evidence-keys.ts';
import { formatLeaves } from './trusted-checkpoints.ts';
import type { TrustedCheckpoint } from './trusted-checkpoints.ts';

/** What one key has signed, of all that was given. */
interface SignedExtent {
  readonly smallest: TrustedCheckpoint;
  readonly largest: TrustedCheckpoint;
}

export class KeySuccession {
  readonly #keys: readonly VerifierKey[];
  readonly #signed = new Map<VerifierKey, SignedExtent>();

  constructor({ logKeys }: EvidenceKeys) {
    this.#keys = logKeys;
  }

  add(checkpoint: TrustedCheckpoint): void {
    const { smallest = checkpoint, largest = checkpoint } =
      this.#signed.get(checkpoint.signer) ?? {};
    this.#signed.set(checkpoint.signer, {
      smallest: checkpoint.size < smallest.size ? checkpoint : smallest,
      largest: checkpoint.size > largest.size ? checkpoint : largest,
    });
  }

  /** After all checkpoints: reports what an earlier key has signed out of its time. */
  conclude(findings: EvidenceFindings): void {
    const signed = this.#keys.flatMap((key) => this.#signed.get(key) ?? []);
    for (const [position, { smallest }] of signed.entries()) {
      for (const { largest } of signed.slice(0, position)) {
        if (largest.size > smallest.size) reportReuse(largest, smallest, findings);
      }
    }
    this.#checkNewest(signed, findings);
  }

  #checkNewest(signed: readonly SignedExtent[], findings: EvidenceFindings): void {
    const last = this.#keys.at(-1);
    const newest = signed
      .map(({ largest }) => largest)
      .reduce<TrustedCheckpoint | undefined>(
        (one, other) => (one && one.size >= other.size ? one : other),
        undefined,
      );
    if (!last || !newest || this.#signed.has(last)) return;
    const { source, size, signer } = newest;
    const sentence = `The newest checkpoint, of ${formatLeaves(size)} in ${source}, is by the key ${signer.keyId}, and none is by the later key ${last.keyId}. Someone with the earlier key could have signed it after the change: give a checkpoint by the later key, or leave that key out if it has not signed yet.`;
    findings.leaveUnproved('checkpoint', sentence, { file: source, size, key_id: signer.keyId });
  }
}

function reportReuse(
  earlier: TrustedCheckpoint,
  later: TrustedCheckpoint,
  findings: EvidenceFindings,
): void {
  const sentence = `${earlier.source} has a checkpoint of ${formatLeaves(earlier.size)} by the key ${earlier.signer.keyId}, but ${later.source} has one of ${formatLeaves(later.size)} by the later key ${later.signer.keyId}: an earlier key signed after a later one, or the keys are not given in the order in which they signed.`;
  const subject = { file: earlier.source, other: later.source, size: earlier.size };
  findings.differ('checkpoint', sentence, { ...subject, key_id: earlier.signer.keyId });
}
