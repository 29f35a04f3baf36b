// A log whose state is missing in the table, as after all records of its tenant were deleted. Only its bucket still has the
// tenant then, which every other check finds by its records.
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { readPublishedSize } from '../../evidence/published-size.ts';
import { listLoggedTenants } from '../../evidence/published/logged-tenants.ts';
import { evidenceKeys } from '../../ledger/evidence/keys.ts';
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
import { getItem } from '../../ledger/store/batch-get.ts';
import type { Store } from '../../ledger/store/store.ts';
import type { VerificationRun } from '../check.ts';
import type { Flaw } from '../difference.ts';
import { NO_RECORD } from '../difference.ts';

/** Reports each published log without a state: one request for a thousand tenants, and one or two for each of them. */
export async function reportLostStates(audit: VerificationRun): Promise<void> {
  const { store, evidence: bucket, tenant: only } = audit;
  if (!bucket) return;
  for await (const tenant of only === undefined ? listLoggedTenants(bucket) : [only]) {
    const flaw = await findFlaw(store, bucket, tenant);
    if (flaw) audit.report(flaw);
  }
}

// A state exists before anything of its log is published, so it is looked for once more after the checkpoint.
async function findFlaw(
  store: Store,
  bucket: ObjectLockBucket,
  tenant: string,
): Promise<Flaw | undefined> {
  const place = evidenceKeys.head(tenant);
  if (await getItem({ store }, place)) return undefined;
  const size = await readPublishedSize({ bucket, tenant });
  if (size === 0 || (await getItem({ store }, place))) return undefined;
  const leaves = size === 1 ? '1 leaf is' : `${size} leaves are`;
  const derived = `the state of the log, of which ${leaves} published`;
  const kind = RECORD_KINDS.LOG.noun;
  return { tenant, kind, id: tenant, field: 'state', stored: NO_RECORD, derived, place };
}
