// The earlier checkpoints in the folder of a log, each in a file that is named after its size.
import type { EvidenceFindings } from '../evidence-findings.ts';
import type { EvidenceKeys } from '../evidence-keys.ts';
import type { KeySuccession } from './key-succession.ts';
import { formatLeaves, trustCheckpoint } from './trusted-checkpoints.ts';
import type { TrustedCheckpoint } from './trusted-checkpoints.ts';
import type { LogFolder } from './log-folder.ts';

export interface StoredCheckpointsTask {
  readonly folder: LogFolder;
  readonly keys: EvidenceKeys;
  readonly findings: EvidenceFindings;
  readonly succession: KeySuccession;
}

export class StoredCheckpoints {
  readonly #task: StoredCheckpointsTask;
  /** The sizes in the names of the files, in rising order. */
  readonly sizes: Float64Array;
  /** The one of the greatest size, which is opened twice. */
  #last: { readonly checkpoint: TrustedCheckpoint | undefined } | undefined;

  constructor(task: StoredCheckpointsTask) {
    this.#task = task;
    this.sizes = task.folder.listCheckpointSizes();
  }

  /** Opens the file of a size. Undefined where there is none, and, with a difference, for any other checkpoint. */
  open(size: number): TrustedCheckpoint | undefined {
    if (size !== this.sizes.at(-1)) return this.#read(size);
    this.#last ??= { checkpoint: this.#read(size) };
    return this.#last.checkpoint;
  }

  #read(size: number): TrustedCheckpoint | undefined {
    const { folder, keys, findings, succession } = this.#task;
    const file = folder.readCheckpoint(size);
    const stored = file && trustCheckpoint(file, keys, findings);
    if (stored) succession.add(stored);
    if (!stored || stored.size === size) return stored;
    const sentence = `${stored.source} has the checkpoint of ${formatLeaves(stored.size)}, and its name says ${size}. It was not compared with the log: give it by --checkpoint.`;
    findings.differ('checkpoint', sentence, { file: stored.source, size: stored.size });
    return undefined;
  }
}
