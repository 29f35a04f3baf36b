// Opens the evidence log of the caller's tenant for the operations.
import { openEvidenceBucket } from '../../artifacts/object-lock-bucket.ts';
import type { EvidenceLog } from '../../evidence/evidence-log.ts';
import { readPublishedLog } from '../../evidence/published/published-log.ts';
import type { ReadableLog } from '../../evidence/published/published-log.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { readEvidenceBucket } from '../../runtime/environment.ts';

const bucket = openEvidenceBucket(readEvidenceBucket());

/** The published log: one request. Refuses with evidence_not_sealed. */
export function openEvidenceLog({ store, tenant }: Session): Promise<ReadableLog> {
  const log: EvidenceLog = { store, bucket, tenant };
  return readPublishedLog(log);
}
