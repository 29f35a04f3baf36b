// The state of a tenant's evidence log.

/** Leaves that belong to the log and whose tiles and checkpoint may not be published yet. */
export interface UnpublishedBatch {
  /** The index of its first leaf. */
  readonly from: number;
  /** SHA-256 of its entries, hexadecimal. */
  readonly digest: string;
}

export interface LogHead {
  /** Identifies the log for good: a URL without scheme, and the name of its key. */
  readonly origin: string;
  /** The public key that has signed the newest published checkpoint, as signed notes write it. */
  readonly verifierKey: string;
  /** The number of leaves. */
  readonly size: number;
  /** The root of the tree of these leaves, hexadecimal. */
  readonly root: string;
  /** The newest time of a sealed receipt: every receipt with a later time is not in the log yet. */
  readonly newest: string;
  /** Since when every run searches late receipts, until it finds no more. Absent for the last minutes alone. */
  readonly lateSince?: string | undefined;
  /** Absent when all leaves are published. */
  readonly batch?: UnpublishedBatch | undefined;
}

/** The number of leaves that are published for certain: the size of the newest checkpoint that readers see. */
export function countPublished({ size, batch }: Pick<LogHead, 'size' | 'batch'>): number {
  return batch?.from ?? size;
}
