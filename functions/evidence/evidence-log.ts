// What sealing and reading work with: one tenant's log, in the ledger and in its bucket.
import type { ObjectLockBucket } from '../artifacts/object-lock-bucket.ts';
import type { Store } from '../ledger/store/store.ts';

export interface EvidenceLog {
  readonly store: Store;
  readonly bucket: ObjectLockBucket;
  readonly tenant: string;
}
