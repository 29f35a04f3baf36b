import { Refusal } from '../../domain/refusals/refusals.ts';
import type { RecordExportDelivery } from '../../../schemas/generated/types.ts';

/** The delivery that a body tells of, its time as UTC with milliseconds. Refuses invalid_request. */
export function parseDelivery({ authority_reference, delivered_at }: RecordExportDelivery) {
  const time = Date.parse(delivered_at);
  // A leap second is well formed and yet no time that we could write down.
  if (Number.isNaN(time)) throw new Refusal('invalid_request', ['/delivered_at is no time']);
  return {
    authorityReference: authority_reference,
    deliveredAt: new Date(time).toISOString(),
  };
}
