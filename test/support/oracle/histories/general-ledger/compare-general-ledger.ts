// After a history: projects its receipts into the general ledger, last first and some twice, and
// compares the trial balance and the tie-out of control accounts with those of the oracle.
import { applyReceipts } from '../../../../../functions/projections/apply-receipts.ts';
import { readReceiptEvents } from '../../../../../functions/ledger/commit/receipt-feed.ts';
import { readReceipts } from '../../../projections/projections.ts';
import type { StateReader } from '../../readable-state.ts';
import { buildTieOutBody } from '../../reports/tie-out.ts';
import type { TiedRecords } from '../../reports/tie-out.ts';
import { buildTrialBalanceBody } from '../../reports/trial-balance.ts';
import { runOnMachineClock } from '../history-clock.ts';
import { toCanonicalText } from '../oracle-state.ts';
import type { OracleBody } from '../oracle-state.ts';
import type { HistorySetting } from '../exchanges.ts';

/** Brings the trial balance of the tenant up to date. */
export function projectLedger({ ledger, store }: HistorySetting, tenant: string): Promise<void> {
  return runOnMachineClock(async () => {
    const receipts = (await readReceipts(ledger, tenant)).map(readReceiptEvents).toReversed();
    const repeated = receipts.filter((_, index) => index % 3 === 0);
    for (const part of [[...receipts, ...repeated], repeated]) {
      const failed = await applyReceipts(store, part, { general_ledger: [1] });
      if (failed.length > 0) throw failed[0]?.error;
    }
  });
}

/** Fails with both reports when they differ. The records are what the oracle has confirmed. */
export async function compareGeneralLedger(
  setting: HistorySetting,
  tenant: string,
  read: StateReader,
  records: TiedRecords,
): Promise<void> {
  await projectLedger(setting, tenant);
  const expected = {
    getTrialBalance: buildTrialBalanceBody(records.journal, records.chart),
    getTieOut: buildTieOutBody(records),
  };
  for (const operation of ['getTrialBalance', 'getTieOut'] as const) {
    const { body } = await read({ operation, query: { as_of: '9999-12-31' } });
    const { items, totals } = body as OracleBody;
    const pair = { actual: { items, totals }, expected: expected[operation] };
    if (toCanonicalText(pair.actual) === toCanonicalText(pair.expected)) continue;
    throw new Error(`${operation} is wrong: ${JSON.stringify(pair, null, 1)}`);
  }
}
