// Once the receipts of earlier versions are adopted, every receipt has a salt, and none is adopted later: it
// would claim a time from which the log does not prove it (ADR 107). So would one from when the log was there already.
import { isEarlierReceipt, readAdoptionEnd } from '../../ledger/adoption/receipt-adoption.ts';
import { readText } from '../../ledger/store/attributes.ts';
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
import type { Item } from '../../ledger/store/item.ts';
import { readRecord } from '../../ledger/store/table-scans.ts';
import type { VerificationCheck } from '../check.ts';
import type { Flaw } from '../difference.ts';
import { NO_RECORD } from '../difference.ts';
import { Recheck } from '../recheck.ts';
import { readIdempotencyKey } from '../records/record-names.ts';
import { isFromBefore, LogStarts } from './log-starts.ts';

export const adoption: VerificationCheck = {
  name: 'adoption',
  begin: (audit) => {
    const { store } = audit;
    const recheck = new Recheck(audit);
    const starts = new LogStarts();
    const reportStarts = () => {
      for (const flaw of starts.listFlaws()) audit.report(flaw);
    };
    const ends = new Map<string, Promise<string | undefined>>();
    const visitAdopted = async (tenant: string, item: Item) => {
      const read = ends.get(tenant) ?? readAdoptionEnd(store, tenant);
      ends.set(tenant, read);
      // The adoption may have taken the receipt, and ended, since the scan read it.
      await recheck.add(listFlaws(tenant, item, await read), async () => {
        const end = await readAdoptionEnd(store, tenant);
        const present = await readRecord(store, item, store.receiptsTable);
        return present ? listFlaws(tenant, present, end) : [];
      });
    };
    return {
      kinds: ['RCP'],
      visit: ({ tenant, item }) => {
        starts.visit(tenant, item);
        return isFromBefore(item) ? visitAdopted(tenant, item) : undefined;
      },
      settle: (isOver) => recheck.settle(isOver),
      summary: starts,
      conclude: async () => {
        reportStarts();
        return undefined;
      },
      reportPartial: async () => reportStarts(),
    };
  },
};

function listFlaws(tenant: string, item: Item, end: string | undefined): Flaw[] {
  const flaw = end === undefined ? undefined : findFlaw(item, end);
  if (!flaw) return [];
  const about = { kind: RECORD_KINDS.RCP.noun, id: readIdempotencyKey(item), place: item };
  return [{ tenant, ...about, ...flaw }];
}

function findFlaw(item: Item, end: string): Pick<Flaw, 'field' | 'stored' | 'derived'> | undefined {
  if (isEarlierReceipt(item)) {
    const derived = `a salt: receipts without one were adopted by ${end}`;
    return { field: 'salt', stored: NO_RECORD, derived };
  }
  if (item['adopted_at'] === undefined) return undefined;
  const stored = readText(item, 'adopted_at');
  if (stored <= end) return undefined;
  return { field: 'adopted_at', stored, derived: `a time up to ${end}, the end of the adoption` };
}
