// The right edge of a growing Merkle tree (RFC 6962, section 2.1): one complete subtree for each power of two
// in its size. It gives the root at any size in the memory of a few hashes.
import { EMPTY_ROOT, hashChildren } from '../../../functions/domain/evidence/merkle-tree.ts';
import type { Hash } from '../../../functions/domain/evidence/merkle-tree.ts';

export class LeafFrontier {
  /** By level; undefined where the size lacks that power of two. */
  readonly #subtrees: (Hash | undefined)[];
  #size: number;

  constructor(subtrees: readonly (Hash | undefined)[] = [], size = 0) {
    this.#subtrees = [...subtrees];
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  /** Appends a leaf; `onSubtree` receives each subtree of two or more leaves that it completes. */
  add(leaf: Hash, onSubtree: (level: number, hash: Hash) => void = () => undefined): void {
    let hash = leaf;
    let level = 0;
    for (let left = this.#subtrees[0]; left !== undefined; left = this.#subtrees[level]) {
      this.#subtrees[level] = undefined;
      hash = hashChildren(left, hash);
      level += 1;
      onSubtree(level, hash);
    }
    this.#subtrees[level] = hash;
    this.#size += 1;
  }

  /** The root of the tree of the leaves so far. */
  get root(): Hash {
    let root: Hash | undefined;
    for (const subtree of this.#subtrees) {
      if (subtree !== undefined) root = root === undefined ? subtree : hashChildren(subtree, root);
    }
    return root ?? EMPTY_ROOT;
  }

  copy(): LeafFrontier {
    return new LeafFrontier(this.#subtrees, this.#size);
  }
}
