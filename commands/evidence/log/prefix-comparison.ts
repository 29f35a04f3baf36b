// Compares earlier checkpoints with the root that the same number of leaves has now. Where they are equal, no
// leaf of that checkpoint was changed, removed, inserted or moved since.
import type { Hash } from '../../../functions/domain/evidence/merkle-tree.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';
import { formatLeaves } from './trusted-checkpoints.ts';
import type { TrustedCheckpoint } from './trusted-checkpoints.ts';
import type { StoredCheckpoints } from './stored-checkpoints.ts';

export interface PrefixTask {
  readonly stored: StoredCheckpoints;
  readonly findings: EvidenceFindings;
  /** From outside of the folder. */
  readonly kept: readonly TrustedCheckpoint[];
}

export class PrefixComparison {
  readonly #task: PrefixTask;
  readonly #newest: TrustedCheckpoint;
  #storedAgreed = 0;
  #agreed = 0;
  #differed: number | undefined;
  /** The sizes at which the root is compared, in rising order. */
  readonly sizes: Float64Array;

  constructor(task: PrefixTask, newest: TrustedCheckpoint) {
    this.#task = task;
    this.#newest = newest;
    const sizes = new Set([
      ...task.stored.sizes,
      ...task.kept.map(({ size }) => size),
      newest.size,
    ]);
    this.sizes = Float64Array.from(sizes)
      .filter((size) => size <= newest.size)
      .sort();
  }

  /** Where the leaves stop to be those of the checkpoints. */
  get extent(): { readonly agreed: number; readonly differed: number } {
    return { agreed: this.#agreed, differed: this.#differed ?? this.#newest.size };
  }

  compare(size: number, root: Hash): void {
    const { kept } = this.#task;
    const stored = this.#task.stored.open(size);
    const own = kept.filter((checkpoint) => checkpoint.size === size);
    for (const checkpoint of own) this.#report(checkpoint, root);
    if (stored?.root.equals(root)) this.#storedAgreed += 1;
    else if (stored) this.#report(stored, root);
    const stated = [...own, ...(stored ? [stored] : []), this.#newest];
    const isAgreed = stated.every((one) => one.size !== size || one.root.equals(root));
    if (!isAgreed) this.#differed ??= size;
    else if (this.#differed === undefined) this.#agreed = size;
  }

  #report(checkpoint: TrustedCheckpoint, root: Hash): void {
    const { findings } = this.#task;
    const { source, size } = checkpoint;
    const stated = checkpoint.root.toString('base64');
    const leaves = `the ${formatLeaves(size)} of the checkpoint in ${source}`;
    const subject = { file: source, size, root: stated };
    if (checkpoint.root.equals(root)) {
      const sentence = `The log starts with ${leaves}: none of them was changed, removed, inserted or moved since.`;
      return findings.prove('consistency', sentence, subject);
    }
    const derived = root.toString('base64');
    const sentence = `The log does not start with ${leaves}: its first ${formatLeaves(size)} have the root ${derived}, not ${stated}.`;
    return findings.differ('consistency', sentence, { ...subject, derived });
  }

  /** After the last leaf: what no root could be compared with, and a summary of the log's own checkpoints. */
  conclude(): void {
    const { findings, kept } = this.#task;
    const { size: last } = this.#newest;
    for (const { source, size } of kept.filter((checkpoint) => checkpoint.size > last)) {
      const sentence = `The log has ${formatLeaves(last)}, fewer than the ${size} of the checkpoint in ${source}: it was truncated or rolled back, or this copy is older.`;
      findings.differ('consistency', sentence, { file: source, size });
    }
    if (this.#storedAgreed === 0) return;
    const count = this.#storedAgreed;
    const stored = count === 1 ? 'One checkpoint' : `${count} checkpoints`;
    findings.prove(
      'consistency',
      `${stored} in the folder of the log, each signed by its key, ${count === 1 ? 'is a stage' : 'are stages'} of this log.`,
      { checkpoints: count },
    );
  }
}
