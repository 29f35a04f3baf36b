import { getEvidenceConsistency } from '../../../schemas/generated/operations/get-evidence-consistency.ts';
import { Refusal } from '../../domain/refusals/refusals.ts';
import { proveConsistency } from '../../evidence/published/prove-leaf.ts';
import { refuseUnsealedSize } from '../../evidence/published/published-log.ts';
import { operation } from '../../runtime/operation.ts';
import { toEvidenceConsistencyView } from './consistency-view.ts';
import { openEvidenceLog } from './open-evidence-log.ts';

export const handler = operation(getEvidenceConsistency, async ({ query, session }) => {
  refuseDecrease(query);
  const log = await openEvidenceLog(session);
  const { from, to = Math.max(from, log.size) } = query;
  refuseUnsealedSize(log, to);
  const proof = await proveConsistency(log, { from, to });
  return { body: toEvidenceConsistencyView(log.origin, proof) };
});

function refuseDecrease({
  from,
  to = from,
}: {
  readonly from: number;
  readonly to?: number;
}): void {
  if (from <= to) return;
  throw new Refusal('invalid_request', ['query parameter from must not be greater than to']);
}
