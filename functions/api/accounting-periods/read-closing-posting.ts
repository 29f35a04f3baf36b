import type { ClosingPosting } from '../../domain/requests/year-closing-entries.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { readControlCodes } from '../../ledger/general-ledger/control-codes.ts';
import { PeriodTotals } from '../../ledger/general-ledger/period-totals.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';

/** What the entries of a closed year are posted with: no request while the control codes are in the cache. */
export async function readClosingPosting(session: Session, now: Date): Promise<ClosingPosting> {
  const { correlationId, store } = session;
  return {
    correlationId,
    idsAt: buildIdGenerator(store.shards),
    controlCodes: await readControlCodes(session, now),
    addToTotals: (totals, entries) => {
      const sums = new PeriodTotals(totals);
      for (const entry of entries) sums.add(entry);
      return sums.list();
    },
  };
}
