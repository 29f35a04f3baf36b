import type { TrialBalance, TrialBalanceRow } from '../../../../client/client.ts';
import type { ConsoleClients } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { readWholeList } from '../../api/list-pages.ts';
import { sumFigures } from './balance-tree.ts';

export interface TrialBalanceSearch {
  readonly from?: string;
  readonly to?: string;
  readonly currency?: string;
}

export interface WholeTrialBalance extends Pick<
  TrialBalance,
  'from' | 'to' | 'totals' | 'projection'
> {
  readonly rows: readonly TrialBalanceRow[];
  /** Whether the rows add up to the totals: pages that were read at different times may not. */
  readonly isWhole: boolean;
}

/** The longest page that the API has. */
const PAGE_SIZE = 1_000;
/** More codes than any ledger has. */
const ROWS_MAX = 200_000;

/** Reads all rows: accounts that belong together may be on different pages. */
export async function readTrialBalance(
  ledger: ConsoleClients['ledger'],
  filter: TrialBalanceSearch,
): Promise<WholeTrialBalance> {
  const { items: rows, summary } = await readWholeList(async (cursor) => {
    const query = { ...filter, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
    const page = requireData(
      await ledger.GET('/api/general-ledger/trial-balance', { params: { query } }),
    );
    const { items, next_cursor: nextCursor } = page;
    return { items, nextCursor, lagSeconds: undefined, summary: page };
  }, ROWS_MAX);
  if (summary === undefined) throw new Error('A page without totals.');
  const { from, to, totals, projection } = summary;
  const isWhole = totals.every((total) => isSum(total, rows));
  return { ...(from !== undefined && { from }), to, totals, projection, rows, isWhole };
}

function isSum(
  { currency, ...total }: TrialBalance['totals'][number],
  rows: readonly TrialBalanceRow[],
): boolean {
  const sum = sumFigures(rows.filter((row) => row.currency === currency));
  const figures = ['opening', 'debits', 'credits', 'closing'] as const;
  return figures.every((name) => sum[name] === total[name]);
}
