// Reads the time of a receipt from a request. The id of a receipt is a digest, so the time finds it.
import { Refusal } from '../../domain/refusals/refusals.ts';

/** The time in the form of receipts. Refuses with invalid_request when it is missing or does not exist. */
export function readReceiptTime({ at }: { readonly at?: string }): string {
  if (at === undefined) {
    const fault =
      'query parameter at is required for a receipt: the time that its audit event states';
    throw new Refusal('invalid_request', [fault]);
  }
  const time = Date.parse(at);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new Refusal('invalid_request', [`query parameter at must be a time that exists`]);
}
