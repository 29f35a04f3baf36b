// The control totals of an export: counts, and the sums by currency of both sides of the journal, the
// ledger lines and the postings.
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
import type { Direction } from '../values/direction.ts';

interface CurrencyTotals {
  /** The number of ledger lines, or of postings. */
  readonly count: number;
  readonly debits: Money;
  readonly credits: Money;
}

/** The totals of one side of the journal, by currency. */
export type SideTotals = ReadonlyMap<string, CurrencyTotals>;

export interface ControlTotals {
  readonly journalEntries: number;
  readonly generalLedger: SideTotals;
  readonly postings: SideTotals;
}

export const ZERO_TOTALS: ControlTotals = {
  journalEntries: 0,
  generalLedger: new Map(),
  postings: new Map(),
};

/** Accumulates the totals of one side. */
export class RunningSide {
  readonly #sums: Map<string, { count: number; debits: bigint; credits: bigint }>;

  constructor(totals: SideTotals = new Map()) {
    const sums = [...totals].map(([currency, { count, debits, credits }]) => {
      const minor = { count, debits: toMinorUnits(debits), credits: toMinorUnits(credits) };
      return [currency, minor] as const;
    });
    this.#sums = new Map(sums);
  }

  /** Adds a ledger line or a posting, one side of which is zero; in minor units. */
  add(currency: string, debit: bigint, credit: bigint): void {
    const sums = this.#sums.get(currency) ?? { count: 0, debits: 0n, credits: 0n };
    sums.debits += debit;
    sums.credits += credit;
    sums.count += 1;
    this.#sums.set(currency, sums);
  }

  get now(): SideTotals {
    const sums = [...this.#sums].map(([currency, { count, debits, credits }]) => {
      const totals = { count, debits: money(debits, currency), credits: money(credits, currency) };
      return [currency, totals] as const;
    });
    return new Map(sums);
  }
}

type TotalledEntry = Pick<JournalEntry, 'currency' | 'ledgerLines' | 'postings'>;

/** Accumulates totals entry by entry. */
export class RunningTotals {
  #journalEntries: number;
  readonly #generalLedger: RunningSide;
  readonly #postings: RunningSide;

  constructor({ journalEntries, generalLedger, postings }: ControlTotals) {
    this.#journalEntries = journalEntries;
    this.#generalLedger = new RunningSide(generalLedger);
    this.#postings = new RunningSide(postings);
  }

  add({ currency = NO_CURRENCY, ledgerLines, postings }: TotalledEntry): void {
    for (const { side, amount } of ledgerLines) {
      addAmount(this.#generalLedger, currency, side, amount);
    }
    for (const { direction, amount } of postings) {
      addAmount(this.#postings, currency, direction, amount);
    }
    this.#journalEntries += 1;
  }

  get now(): ControlTotals {
    return {
      journalEntries: this.#journalEntries,
      generalLedger: this.#generalLedger.now,
      postings: this.#postings.now,
    };
  }
}

function addAmount(sums: RunningSide, currency: string, side: Direction, amount: Money): void {
  const minor = toMinorUnits(amount);
  if (side === 'DEBIT') sums.add(currency, minor, 0n);
  else sums.add(currency, 0n, minor);
}

/** Adds two sets of totals. */
export function addControlTotals(left: ControlTotals, right: ControlTotals): ControlTotals {
  return {
    journalEntries: left.journalEntries + right.journalEntries,
    generalLedger: addSideTotals(left.generalLedger, right.generalLedger),
    postings: addSideTotals(left.postings, right.postings),
  };
}

function addSideTotals(left: SideTotals, right: SideTotals): SideTotals {
  const sums = new Map(left);
  for (const [currency, totals] of right) {
    const before = sums.get(currency);
    sums.set(currency, before ? addCurrencyTotals(before, totals) : totals);
  }
  return sums;
}

function addCurrencyTotals(left: CurrencyTotals, right: CurrencyTotals): CurrencyTotals {
  return {
    count: left.count + right.count,
    debits: addMoney(left.debits, right.debits),
    credits: addMoney(left.credits, right.credits),
  };
}

/** Lists the currencies whose debits differ from their credits: none in a sound ledger. */
export function listUnbalancedCurrencies({ generalLedger }: ControlTotals): string[] {
  return [...generalLedger]
    .filter(([, { debits, credits }]) => order(debits, credits) !== 0)
    .map(([currency]) => currency)
    .sort();
}

interface SumsView {
  readonly total_debits: string;
  readonly total_credits: string;
}

/** The totals of one side, with the contract's member names; amounts are decimal strings. */
export interface SideTotalsView extends SumsView {
  readonly count: number;
  readonly by_currency: readonly (SumsView & {
    readonly currency: string;
    readonly count: number;
  })[];
}

/** With the contract's member names; the members before `general_ledger` are those of ledger lines. */
export interface ControlTotalsView extends SumsView {
  readonly journal_entries: number;
  readonly ledger_lines: number;
  readonly account_postings: number;
  readonly by_currency: readonly (SumsView & { readonly currency: string })[];
  readonly general_ledger: SideTotalsView;
  readonly postings: SideTotalsView;
}

/** Before there were totals of both sides apart. */
export type EarlierTotalsView = Omit<ControlTotalsView, 'general_ledger' | 'postings'>;

export function toControlTotalsView(totals: ControlTotals): ControlTotalsView {
  const generalLedger = toSideTotalsView(totals.generalLedger);
  const postings = toSideTotalsView(totals.postings);
  const { total_debits, total_credits, by_currency } = generalLedger;
  return {
    journal_entries: totals.journalEntries,
    ledger_lines: generalLedger.count,
    account_postings: postings.count,
    total_debits,
    total_credits,
    by_currency: by_currency.map(({ count: _count, ...sums }) => sums),
    general_ledger: generalLedger,
    postings,
  };
}

/** Sums over all currencies are checksums, not amounts of money. */
export function toSideTotalsView(totals: SideTotals): SideTotalsView {
  const sums = [...totals].sort(([a], [b]) => (a < b ? -1 : 1));
  const sumOf = (part: 'debits' | 'credits') => {
    const minor = sums.reduce((sum, [, one]) => sum + toMinorUnits(one[part]), 0n);
    return formatMoney(money(minor, NO_CURRENCY));
  };
  return {
    count: sums.reduce((sum, [, { count }]) => sum + count, 0),
    total_debits: sumOf('debits'),
    total_credits: sumOf('credits'),
    by_currency: sums.map(([currency, { count, debits, credits }]) => ({
      currency,
      count,
      total_debits: formatMoney(debits),
      total_credits: formatMoney(credits),
    })),
  };
}

/** Reads the totals from their view. */
export function fromControlTotalsView(view: ControlTotalsView): ControlTotals {
  return {
    journalEntries: view.journal_entries,
    generalLedger: fromSideTotalsView(view.general_ledger),
    postings: fromSideTotalsView(view.postings),
  };
}

function fromSideTotalsView({ by_currency }: SideTotalsView): SideTotals {
  const sums = by_currency.map(({ currency, count, total_debits, total_credits }) => {
    const debits = parseMoney(total_debits, currency);
    const credits = parseMoney(total_credits, currency);
    return [currency, { count, debits, credits }] as const;
  });
  return new Map(sums);
}
