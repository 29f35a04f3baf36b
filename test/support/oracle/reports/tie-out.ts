// The tie-out of control accounts by the oracle's own arithmetic: the general ledger from the lines of the
// journal, and the sub-ledger from the balances of accounts and the outstanding amounts of loans.
import { formatAmount, parseMinorUnits } from '../histories/amounts.ts';
import type { OracleBody, OracleLedgerLine } from '../histories/oracle-state.ts';

/** What an institution without products controls, by code. */
const ROLES: Readonly<Record<string, string>> = {
  CUSTOMER_DEPOSITS: 'customer_deposits',
  FEES_RECEIVABLE: 'fees_receivable',
  INTEREST_RECEIVABLE: 'interest_receivable',
  LOANS_RECEIVABLE: 'loans_receivable',
};

const OUTSTANDING: Readonly<Record<string, string>> = {
  FEES_RECEIVABLE: 'fees_outstanding',
  INTEREST_RECEIVABLE: 'interest_outstanding',
  LOANS_RECEIVABLE: 'principal_outstanding',
};

interface TieOutSum {
  readonly ledger: bigint;
  readonly controlled: bigint;
  readonly entries: number;
}

type TieOutSums = Map<string, TieOutSum>;

export interface TiedRecords {
  readonly journal: readonly OracleBody[];
  readonly chart: readonly OracleBody[];
  /** The answers of the balance endpoint. */
  readonly balances: readonly OracleBody[];
  readonly loans: readonly OracleBody[];
}

/** The rows and totals after the whole journal. */
export function buildTieOutBody({ journal, chart, balances, loans }: TiedRecords) {
  const sums: TieOutSums = new Map();
  for (const { currency = 'XXX', ledger_lines, control_differences = [] } of journal) {
    for (const line of ledger_lines as readonly OracleLedgerLine[]) {
      const { account_code: code, debit_amount = '0.00', credit_amount = '0.00' } = line;
      if (!Object.hasOwn(ROLES, code)) continue;
      const ledger = parseMinorUnits(debit_amount) - parseMinorUnits(credit_amount);
      addSum(sums, `${code} ${String(currency)}`, { ledger });
    }
    for (const { account_code: code } of control_differences as readonly OracleLedgerLine[]) {
      addSum(sums, `${code} ${String(currency)}`, { entries: 1 });
    }
  }
  for (const { balance, currency } of balances) {
    const controlled = -parseMinorUnits(String(balance));
    if (controlled !== 0n) addSum(sums, `CUSTOMER_DEPOSITS ${String(currency)}`, { controlled });
  }
  for (const loan of loans) {
    for (const [code, member] of Object.entries(OUTSTANDING)) {
      const controlled = parseMinorUnits(String(loan[member]));
      if (controlled !== 0n) addSum(sums, `${code} ${String(loan['currency'])}`, { controlled });
    }
  }
  return buildRows(sums, new Map(chart.map((account) => [account['code'], account])));
}

function addSum(sums: TieOutSums, name: string, change: Partial<TieOutSum>): void {
  const before = sums.get(name) ?? { ledger: 0n, controlled: 0n, entries: 0 };
  sums.set(name, {
    ledger: before.ledger + (change.ledger ?? 0n),
    controlled: before.controlled + (change.controlled ?? 0n),
    entries: before.entries + (change.entries ?? 0),
  });
}

function buildRows(sums: TieOutSums, chart: ReadonlyMap<unknown, OracleBody>) {
  const rows = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const currencies = [...new Set(rows.map(([name]) => name.slice(-3)))].toSorted();
  return {
    items: rows.map(([name, sum]) => {
      const code = name.slice(0, -4);
      const controls = [{ role: ROLES[code], product_count: 0, product_ids: [] }];
      const amounts = toAmounts(name.slice(-3), sum);
      const { name: title, type } = chart.get(code) ?? {};
      return { code, name: title, type, controls, ...amounts, differing_entries: sum.entries };
    }),
    totals: currencies.map((currency) => {
      const total: TieOutSums = new Map();
      const own = rows.filter(([name]) => name.endsWith(` ${currency}`));
      for (const [, sum] of own) addSum(total, '', sum);
      const differing = own.filter(([, { ledger, controlled }]) => ledger !== controlled);
      const sum = total.get('') ?? { ledger: 0n, controlled: 0n, entries: 0 };
      return { ...toAmounts(currency, sum), differing_codes: differing.length };
    }),
  };
}

function toAmounts(currency: string, { ledger, controlled }: TieOutSum) {
  return {
    currency,
    general_ledger_balance: formatAmount(ledger),
    sub_ledger_balance: formatAmount(controlled),
    difference: formatAmount(ledger - controlled),
  };
}
