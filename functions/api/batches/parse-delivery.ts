import { Refusal } from '../../domain/refusals/refusals.ts';
import type { RecordExportDelivery } from '../../../schemas/generated/types.ts';

/** The delivery in a body, with its time as UTC with milliseconds. Refuses with invalid_request. */
export function parseDelivery({ authority_reference, delivered_at }: RecordExportDelivery) {
  const time = Date.parse(delivered_at);
  // A leap second matches the schema, but Date cannot represent it.
  if (Number.isNaN(time)) {
    throw new Refusal('invalid_request', ['/delivered_at is not a representable time']);
  }
  return {
    authorityReference: authority_reference,
    deliveredAt: new Date(time).toISOString(),
  };
}
