// The events that a tenant's receipts hold.
import { readStoredEvents } from '../../../functions/ledger/commit/receipt-events.ts';
import type { StoredEvent } from '../../../functions/ledger/commit/receipt-events.ts';
import type { TestLedger } from '../stack/ledger.ts';
import { readAllItems } from '../stack/tables.ts';
import { expectValid } from './contract.ts';

/** The events of an aggregate without their ids, by version and type. Expects them to match their schemas. */
export async function readEventsOf(
  { tables }: Pick<TestLedger, 'tables'>,
  aggregateId: string,
): Promise<Omit<StoredEvent, 'id'>[]> {
  const all = (await readAllItems(tables.receipts)).flatMap((receipt) => readStoredEvents(receipt));
  const own = all.filter((event) => event.aggregateId === aggregateId);
  for (const { type, payload } of own) expectValid(`events/${type}`, payload);
  const events = own.map(({ id: _, ...event }) => event);
  return events.toSorted(
    (one, other) => one.version - other.version || (one.type < other.type ? -1 : 1),
  );
}
