// Builds proofs from the tiles of a published log.
import { formatLogProof } from '../../domain/evidence/log-proof.ts';
import {
  buildConsistencyProof,
  buildInclusionProof,
  computeRoot,
  listConsistencySubtrees,
  listInclusionSubtrees,
  listRootSubtrees,
} from '../../domain/evidence/merkle-tree.ts';
import type { Hash } from '../../domain/evidence/merkle-tree.ts';
import { readHashes } from '../read-tiles.ts';
import type { FoundLeaf } from './find-leaf.ts';
import { readNewestCheckpoint } from './published-log.ts';
import type { ReadableLog } from './published-log.ts';

/** The text of a `.tlog-proof` file with the entry: one request for the checkpoint and one for each tile. */
export async function proveLeaf(log: ReadableLog, { index, entry }: FoundLeaf): Promise<string> {
  const [checkpoint, read] = await Promise.all([
    readNewestCheckpoint(log),
    readHashes(log, log.size, listInclusionSubtrees(index, log.size)),
  ]);
  const proof = buildInclusionProof(index, log.size, read);
  return formatLogProof({ index, proof, checkpoint, extra: entry });
}

/** Two sizes of one log. */
export interface LogSizes {
  readonly from: number;
  readonly to: number;
}

export interface ConsistencyProof extends LogSizes {
  readonly fromRoot: Hash;
  readonly toRoot: Hash;
  readonly proof: readonly Hash[];
}

/** Proves that the log of the size `to` starts with that of `from`: one request for each tile. */
export async function proveConsistency(
  log: ReadableLog,
  { from, to }: LogSizes,
): Promise<ConsistencyProof> {
  // A subtree that is complete at an earlier size is complete in the published log.
  const read = await readHashes(log, log.size, [
    ...listRootSubtrees(from),
    ...listRootSubtrees(to),
    ...listConsistencySubtrees(from, to),
  ]);
  return {
    from,
    to,
    fromRoot: computeRoot(from, read),
    toRoot: computeRoot(to, read),
    proof: buildConsistencyProof(from, to, read),
  };
}
