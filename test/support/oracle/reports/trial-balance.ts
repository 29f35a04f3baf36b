// The trial balance by the oracle's own arithmetic, from the journal entries as bodies.
import { formatAmount, parseMinorUnits } from '../histories/amounts.ts';
import type { OracleBody, OracleLedgerLine } from '../histories/oracle-state.ts';

interface BalanceSum {
  readonly debits: bigint;
  readonly credits: bigint;
}

/** The rows and totals of the whole journal, with the names of the chart. */
export function buildTrialBalanceBody(
  journal: readonly OracleBody[],
  chart: readonly OracleBody[],
) {
  const accounts = new Map(chart.map((account) => [account['code'], account]));
  const rows = new Map<string, BalanceSum>();
  const totals = new Map<string, BalanceSum>();
  for (const { currency = 'XXX', ledger_lines } of journal) {
    for (const line of ledger_lines as readonly OracleLedgerLine[]) {
      addLine(rows, `${line.account_code} ${String(currency)}`, line);
      addLine(totals, String(currency), line);
    }
  }
  return {
    items: sortNames(rows).map(([name, sum]) => {
      const code = name.slice(0, -4);
      const { name: title, type } = accounts.get(code) ?? {};
      return { code, name: title, type, ...toAmounts(name.slice(-3), sum) };
    }),
    totals: sortNames(totals).map(([currency, sum]) => {
      return { ...toAmounts(currency, sum), difference: formatAmount(sum.debits - sum.credits) };
    }),
  };
}

function addLine(sums: Map<string, BalanceSum>, name: string, line: OracleLedgerLine): void {
  const { debits, credits } = sums.get(name) ?? { debits: 0n, credits: 0n };
  sums.set(name, {
    debits: debits + parseMinorUnits(line.debit_amount ?? '0.00'),
    credits: credits + parseMinorUnits(line.credit_amount ?? '0.00'),
  });
}

function sortNames(sums: ReadonlyMap<string, BalanceSum>) {
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function toAmounts(currency: string, { debits, credits }: BalanceSum) {
  return {
    currency,
    opening: '0.00',
    debits: formatAmount(debits),
    credits: formatAmount(credits),
    closing: formatAmount(debits - credits),
  };
}
