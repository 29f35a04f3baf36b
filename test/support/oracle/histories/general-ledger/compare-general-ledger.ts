// After a history: projects its receipts into the general ledger, last first and some twice, and
// compares the trial balance with that of the oracle.
import { applyReceipts } from '../../../../../functions/projections/apply-receipts.ts';
import { readReceiptEvents } from '../../../../../functions/ledger/commit/receipt-feed.ts';
import { readReceipts } from '../../../projections/projections.ts';
import type { StateReader } from '../../readable-state.ts';
import { buildTrialBalanceBody } from './trial-balance.ts';
import { toCanonicalText } from '../oracle-state.ts';
import type { OracleBody } from '../oracle-state.ts';
import type { HistorySetting } from '../run-history.ts';

/** The journal and the chart of accounts that the oracle has confirmed. */
interface ConfirmedGeneralLedger {
  readonly journal: readonly OracleBody[];
  readonly chart: readonly OracleBody[];
}

/** Fails with both trial balances when they differ. */
export async function compareGeneralLedger(
  { ledger, store }: HistorySetting,
  tenant: string,
  read: StateReader,
  { journal, chart }: ConfirmedGeneralLedger,
): Promise<void> {
  const receipts = (await readReceipts(ledger, tenant)).map(readReceiptEvents).toReversed();
  const repeated = receipts.filter((_, index) => index % 3 === 0);
  for (const part of [[...receipts, ...repeated], repeated]) {
    const failed = await applyReceipts(store, part, { general_ledger: [1] });
    if (failed.length > 0) throw failed[0]?.error;
  }
  const { body } = await read({ operation: 'getTrialBalance', query: { to: '9999-12-31' } });
  const { items, totals } = body as OracleBody;
  const [actual, expected] = [{ items, totals }, buildTrialBalanceBody(journal, chart)];
  if (toCanonicalText(actual) === toCanonicalText(expected)) return;
  throw new Error(`The trial balance is wrong: ${JSON.stringify({ actual, expected }, null, 1)}`);
}
