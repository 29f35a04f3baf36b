// Whether a statement adds up: opening balance plus what came in, minus what went out, is the closing balance.
import type { AccountEntry, StatementPage } from '../../../../../client/client.ts';
import { formatMinorUnits, parseMinorUnits, sumAmounts } from '../../../values/minor-units.ts';

export interface StatementSum {
  readonly amountIn: string;
  readonly amountOut: string;
  /** Whether the balances of the period agree with its entries. */
  readonly addsUp: boolean;
}

type SummedEntry = Pick<AccountEntry, 'direction' | 'amount'>;
type StatementBalances = Pick<StatementPage, 'opening_balance' | 'closing_balance'>;

/** Adds up all entries of the period. */
export function sumStatement(
  entries: readonly SummedEntry[],
  { opening_balance: opening, closing_balance: closing }: StatementBalances,
): StatementSum {
  const sum = (direction: AccountEntry['direction']) =>
    sumAmounts(
      entries.filter((entry) => entry.direction === direction).map(({ amount }) => amount),
    );
  const [credits, debits] = [sum('CREDIT'), sum('DEBIT')];
  const movement =
    opening === undefined || closing === undefined
      ? undefined
      : parseMinorUnits(closing) - parseMinorUnits(opening);
  return {
    amountIn: formatMinorUnits(credits),
    amountOut: formatMinorUnits(debits),
    addsUp: movement === credits - debits,
  };
}
