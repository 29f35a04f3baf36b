// The earlier checkpoints in the folder of a log, each in a file that is named after its size.
import type { EvidenceFindings } from '../evidence-findings.ts';
import type { EvidenceKeys } from '../evidence-keys.ts';
import { formatLeaves, trustCheckpoint } from './trusted-checkpoints.ts';
import type { TrustedCheckpoint } from './trusted-checkpoints.ts';
import type { LogFolder } from './log-folder.ts';

export class StoredCheckpoints {
  readonly #folder: LogFolder;
  readonly #keys: EvidenceKeys;
  readonly #findings: EvidenceFindings;
  /** The sizes in the names of the files, in rising order. */
  readonly sizes: Float64Array;
  /** The one of the greatest size, which is opened twice. */
  #last: { readonly checkpoint: TrustedCheckpoint | undefined } | undefined;

  constructor(folder: LogFolder, keys: EvidenceKeys, findings: EvidenceFindings) {
    this.#folder = folder;
    this.#keys = keys;
    this.#findings = findings;
    this.sizes = folder.listCheckpointSizes();
  }

  /** Opens the file of a size. Undefined where there is none, and, with a difference, for any other checkpoint. */
  open(size: number): TrustedCheckpoint | undefined {
    if (size !== this.sizes.at(-1)) return this.#read(size);
    this.#last ??= { checkpoint: this.#read(size) };
    return this.#last.checkpoint;
  }

  #read(size: number): TrustedCheckpoint | undefined {
    const file = this.#folder.readCheckpoint(size);
    const stored = file && trustCheckpoint(file, this.#keys, this.#findings);
    if (!stored || stored.size === size) return stored;
    const sentence = `${stored.source} has the checkpoint of ${formatLeaves(stored.size)}, and its name says ${size}. It was not compared with the log: give it by --checkpoint.`;
    this.#findings.differ('checkpoint', sentence, { file: stored.source, size: stored.size });
    return undefined;
  }
}
