// The receipt of an operation that was carried out by the approval of a change request.
import type { ChangeRequest } from '../../domain/requests/change-requests.ts';
import { buildReceipt } from '../commit/commit.ts';
import { buildPutOnce } from '../commit/conditional-writes.ts';
import type { LedgerChange, Write } from '../commit/ledger-change.ts';
import { RequestIdentity } from '../commit/request-identity.ts';
import type { Session } from '../commit/session.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';

/** The time for which a record of the identity could be in progress; none ever is. */
const IN_PROGRESS_MS = 60_000;

// Clients' keys may not contain the character, so that they never collide with this one.
function nameReceipt(requestId: string): string {
  return `!${requestId}`;
}

/** The key of the receipt: each request is carried out once. */
export function buildChangeReceiptKey(tenant: string, requestId: string): Key {
  return keys.receipt(tenant, nameReceipt(requestId));
}

/**
 * Puts the receipt of the change that an applied request has made, in the name of the session's actor and as
 * if it had needed no approval. It has the time of the decision. Refuses with entry_too_large.
 */
export async function buildChangeReceiptWrite(
  session: Session,
  { id: requestId, decidedAt = '' }: ChangeRequest,
  change: LedgerChange,
): Promise<Write> {
  const { tenant, store } = session;
  const idempotencyKey = nameReceipt(requestId);
  const fingerprint = requestId;
  const identity = await RequestIdentity.of(
    { tenant, idempotencyKey },
    fingerprint,
    IN_PROGRESS_MS,
  );
  const receipt = buildReceipt(session, identity, change, { now: new Date(decidedAt) });
  return { action: buildPutOnce(store.receiptsTable, receipt), otherwise: 'retry' };
}
