// Once the receipts of earlier versions are adopted, every receipt has a salt, and none is adopted later: it
// would claim a time from which the log does not prove it (ADR 107).
import { isEarlierReceipt, readAdoptionEnd } from '../../ledger/adoption/receipt-adoption.ts';
import { readText } from '../../ledger/store/attributes.ts';
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { VerificationCheck } from '../check.ts';
import type { Flaw } from '../difference.ts';
import { NO_RECORD } from '../difference.ts';
import { readIdempotencyKey } from '../records/record-names.ts';

export const adoption: VerificationCheck = {
  name: 'adoption',
  kinds: ['RCP'],
  begin: (audit) => {
    const ends = new Map<string, Promise<string | undefined>>();
    return {
      visit: async ({ tenant, item }) => {
        if (!isEarlierReceipt(item) && item['adopted_at'] === undefined) return;
        const read = ends.get(tenant) ?? readAdoptionEnd(audit.store, tenant);
        ends.set(tenant, read);
        const end = await read;
        const flaw = end === undefined ? undefined : findFlaw(item, end);
        if (!flaw) return;
        const id = readIdempotencyKey(item);
        audit.report({ tenant, kind: RECORD_KINDS.RCP.noun, id, place: item, ...flaw });
      },
    };
  },
};

function findFlaw(item: Item, end: string): Pick<Flaw, 'field' | 'stored' | 'derived'> | undefined {
  if (isEarlierReceipt(item)) {
    const derived = `a salt: receipts without one were adopted by ${end}`;
    return { field: 'salt', stored: NO_RECORD, derived };
  }
  const stored = readText(item, 'adopted_at');
  if (stored <= end) return undefined;
  return { field: 'adopted_at', stored, derived: `a time up to ${end}, the end of the adoption` };
}
