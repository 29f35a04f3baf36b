import type { GeneralLedgerAccount } from '../domain/general-ledger/accounts.ts';
import type { BalanceSeries } from '../domain/projections/balance-points.ts';
import type { TieOutRow, TieOutTotal } from '../domain/projections/tie-out.ts';
import type { AccountBalance, BalanceTotal } from '../domain/projections/trial-balance.ts';
import { formatMoney, money } from '../domain/values/money.ts';
import type { BalancedLine, LedgerLinePage } from '../ledger/projections/general-ledger-lines.ts';
import type {
  LedgerAccountBalances,
  LedgerProgress,
} from '../ledger/projections/general-ledger-reads.ts';
import type {
  LedgerAccountBalance,
  LedgerAccountBalances as LedgerAccountBalancesView,
  LedgerAccountLine,
  LedgerAccountLinePage,
  ProjectionStatus,
  TieOutRow as TieOutRowView,
  TieOutTotal as TieOutTotalView,
  TrialBalanceRow,
  TrialBalanceTotal,
} from '../../schemas/generated/types.ts';
import { toStatusView } from './projection.ts';

/** A row; `account` is that of the chart, if the chart has the code. */
export function toTrialBalanceRow(
  balance: AccountBalance,
  account: GeneralLedgerAccount | undefined,
): TrialBalanceRow {
  return { code: balance.accountCode, ...toNameView(account), ...toBalanceView(balance) };
}

function toNameView(account: GeneralLedgerAccount | undefined) {
  return account ? { name: account.name, type: account.type } : {};
}

/** What a page of lines says beside its lines and its period. */
export function toLinePageMembers(
  { account, balances, ...progress }: LedgerLinePage,
  now: Date,
): Pick<LedgerAccountLinePage, 'name' | 'type' | 'balances' | 'projection'> {
  return {
    ...toNameView(account),
    balances: balances.map(toBalanceView),
    projection: toProgressView(progress, now),
  };
}

/** What the answer says of the balances beside its code and its period. */
export function toAccountBalancesView(
  { account, series, ...progress }: LedgerAccountBalances,
  now: Date,
): Pick<LedgerAccountBalancesView, 'name' | 'type' | 'series' | 'projection'> {
  return {
    ...toNameView(account),
    series: series.map(toSeriesView),
    projection: toProgressView(progress, now),
  };
}

function toSeriesView({ currency, opening, points }: BalanceSeries) {
  return {
    currency,
    opening: formatMinor(opening, currency),
    points: points.map(({ from, to, debits, credits, closing }) => ({
      from,
      to,
      debits: formatMinor(debits, currency),
      credits: formatMinor(credits, currency),
      closing: formatMinor(closing, currency),
    })),
  };
}

export function toTrialBalanceTotal(total: BalanceTotal): TrialBalanceTotal {
  const { currency, debits, credits } = total;
  return { ...toBalanceView(total), difference: formatMinor(debits - credits, currency) };
}

function toBalanceView({
  currency,
  opening,
  debits,
  credits,
  closing,
}: BalanceTotal): LedgerAccountBalance {
  return {
    currency,
    opening: formatMinor(opening, currency),
    debits: formatMinor(debits, currency),
    credits: formatMinor(credits, currency),
    closing: formatMinor(closing, currency),
  };
}

export function toLedgerAccountLine(line: BalancedLine): LedgerAccountLine {
  const { journalEntryId, position, date, currency, side, entryType, description, postedAt } = line;
  return {
    journal_entry_id: journalEntryId,
    line: position,
    entry_type: entryType,
    effective_date: date,
    currency,
    [side === 'DEBIT' ? 'debit_amount' : 'credit_amount']: formatMinor(line.amount, currency),
    balance: formatMinor(line.balance, currency),
    ...(description !== undefined && { description }),
    posted_at: postedAt,
  };
}

/** How many products a row of the tie-out names; a default code may control those of thousands. */
const NAMED_PRODUCTS_MAX = 20;

/** A row of the tie-out; `account` is that of the chart, if the chart has the code. */
export function toTieOutRow(
  row: TieOutRow,
  account: GeneralLedgerAccount | undefined,
): TieOutRowView {
  return {
    code: row.accountCode,
    ...toNameView(account),
    controls: row.controls.map(({ role, productIds }) => ({
      role,
      product_count: productIds.length,
      product_ids: productIds.slice(0, NAMED_PRODUCTS_MAX),
    })),
    ...toTieOutView(row),
    differing_entries: Number(row.differing),
  };
}

export function toTieOutTotal(total: TieOutTotal): TieOutTotalView {
  return { ...toTieOutView(total), differing_codes: Number(total.differing) };
}

function toTieOutView({
  currency,
  generalLedger,
  subLedger,
  difference,
}: Omit<TieOutTotal, 'differing'>) {
  return {
    currency,
    general_ledger_balance: formatMinor(generalLedger, currency),
    sub_ledger_balance: formatMinor(subLedger, currency),
    difference: formatMinor(difference, currency),
  };
}

/** How far the projection has come, in the form of its status. */
export function toProgressView({ status, oldest }: LedgerProgress, now: Date): ProjectionStatus {
  return toStatusView('general_ledger', status, oldest, now);
}

function formatMinor(minor: bigint, currency: string): string {
  return formatMoney(money(minor, currency));
}
