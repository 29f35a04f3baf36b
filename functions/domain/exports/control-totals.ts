// The control totals of an export: counts, and the sums of the ledger lines by currency.
import type { JournalEntry } from '../journal/journal.ts';
import {
  formatMoney,
  toMinorUnits,
  money,
  NO_CURRENCY,
  order,
  parseMoney,
  addMoney,
} from '../values/money.ts';
import type { Money } from '../values/money.ts';

interface CurrencyTotals {
  readonly debits: Money;
  readonly credits: Money;
}

export interface ControlTotals {
  readonly journalEntries: number;
  readonly ledgerLines: number;
  readonly accountPostings: number;
  readonly byCurrency: ReadonlyMap<string, CurrencyTotals>;
}

export const ZERO_TOTALS: ControlTotals = {
  journalEntries: 0,
  ledgerLines: 0,
  accountPostings: 0,
  byCurrency: new Map(),
};

type TotalledEntry = Pick<JournalEntry, 'currency' | 'ledgerLines' | 'postings'>;

/** Accumulates totals entry by entry. */
export class RunningTotals {
  #journalEntries: number;
  #ledgerLines: number;
  #accountPostings: number;
  readonly #minor: Map<string, { debits: bigint; credits: bigint }>;

  constructor({ journalEntries, ledgerLines, accountPostings, byCurrency }: ControlTotals) {
    this.#journalEntries = journalEntries;
    this.#ledgerLines = ledgerLines;
    this.#accountPostings = accountPostings;
    const sums = [...byCurrency].map(([currency, { debits, credits }]) => {
      return [currency, { debits: toMinorUnits(debits), credits: toMinorUnits(credits) }] as const;
    });
    this.#minor = new Map(sums);
  }

  add({ currency = NO_CURRENCY, ledgerLines, postings }: TotalledEntry): void {
    const sums = this.#minor.get(currency) ?? { debits: 0n, credits: 0n };
    for (const { side, amount } of ledgerLines) {
      if (side === 'DEBIT') sums.debits += toMinorUnits(amount);
      else sums.credits += toMinorUnits(amount);
    }
    this.#minor.set(currency, sums);
    this.#journalEntries += 1;
    this.#ledgerLines += ledgerLines.length;
    this.#accountPostings += postings.length;
  }

  get now(): ControlTotals {
    const sums = [...this.#minor].map(([currency, { debits, credits }]) => {
      return [
        currency,
        { debits: money(debits, currency), credits: money(credits, currency) },
      ] as const;
    });
    return {
      journalEntries: this.#journalEntries,
      ledgerLines: this.#ledgerLines,
      accountPostings: this.#accountPostings,
      byCurrency: new Map(sums),
    };
  }
}

/** Adds two sets of totals. */
export function addControlTotals(left: ControlTotals, right: ControlTotals): ControlTotals {
  const byCurrency = new Map(left.byCurrency);
  for (const [currency, sums] of right.byCurrency) {
    const { debits, credits } = byCurrency.get(currency) ?? buildZeroTotals(currency);
    byCurrency.set(currency, {
      debits: addMoney(debits, sums.debits),
      credits: addMoney(credits, sums.credits),
    });
  }
  return {
    journalEntries: left.journalEntries + right.journalEntries,
    ledgerLines: left.ledgerLines + right.ledgerLines,
    accountPostings: left.accountPostings + right.accountPostings,
    byCurrency,
  };
}

/** Lists the currencies whose debits differ from their credits: none in a sound ledger. */
export function listUnbalancedCurrencies({ byCurrency }: ControlTotals): string[] {
  return [...byCurrency]
    .filter(([, { debits, credits }]) => order(debits, credits) !== 0)
    .map(([currency]) => currency)
    .sort();
}

/** With the contract's member names; amounts are decimal strings. */
export interface ControlTotalsView {
  readonly journal_entries: number;
  readonly ledger_lines: number;
  readonly account_postings: number;
  /** Over all currencies: a checksum, not an amount of money. */
  readonly total_debits: string;
  readonly total_credits: string;
  readonly by_currency: readonly {
    readonly currency: string;
    readonly total_debits: string;
    readonly total_credits: string;
  }[];
}

export function toControlTotalsView(totals: ControlTotals): ControlTotalsView {
  const sums = [...totals.byCurrency].sort(([a], [b]) => (a < b ? -1 : 1));
  const sumOf = (part: keyof CurrencyTotals) =>
    money(
      sums.reduce((sum, [, one]) => sum + toMinorUnits(one[part]), 0n),
      NO_CURRENCY,
    );
  return {
    journal_entries: totals.journalEntries,
    ledger_lines: totals.ledgerLines,
    account_postings: totals.accountPostings,
    total_debits: formatMoney(sumOf('debits')),
    total_credits: formatMoney(sumOf('credits')),
    by_currency: sums.map(([currency, { debits, credits }]) => ({
      currency,
      total_debits: formatMoney(debits),
      total_credits: formatMoney(credits),
    })),
  };
}

/** Reads the totals from their view. */
export function fromControlTotalsView(view: ControlTotalsView): ControlTotals {
  return {
    journalEntries: view.journal_entries,
    ledgerLines: view.ledger_lines,
    accountPostings: view.account_postings,
    byCurrency: new Map(
      view.by_currency.map(({ currency, total_debits, total_credits }) => [
        currency,
        {
          debits: parseMoney(total_debits, currency),
          credits: parseMoney(total_credits, currency),
        },
      ]),
    ),
  };
}

function buildZeroTotals(currency: string): CurrencyTotals {
  return { debits: money(0n, currency), credits: money(0n, currency) };
}
