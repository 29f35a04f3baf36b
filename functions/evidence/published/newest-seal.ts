// When the evidence log of a tenant was last sealed, and how far it reaches.
import { evidenceObjectKeys } from '../../artifacts/locations.ts';
import { readObjectTime } from '../../artifacts/objects.ts';
import { readLogHead } from '../../ledger/evidence/head.ts';
import type { EvidenceLog } from '../evidence-log.ts';
import { countPublished } from '../../domain/sealing/log-head.ts';

export interface NewestSeal {
  /** The number of leaves that the newest checkpoint covers; 0 before the first. */
  readonly size: number;
  /** When that checkpoint was published; absent before the first. */
  readonly at?: Date;
}

/** The newest seal of the tenant's log: one request, and one more if there is a seal. */
export async function readNewestSeal({ store, bucket, tenant }: EvidenceLog): Promise<NewestSeal> {
  const head = await readLogHead(store, tenant);
  const size = head ? countPublished(head) : 0;
  if (size === 0) return { size };
  // The object of the newest checkpoint is written again for each cosignature, that of its size never.
  const at = await readObjectTime(bucket, evidenceObjectKeys.checkpointOf(tenant, size));
  return { size, ...(at && { at }) };
}
