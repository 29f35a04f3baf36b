// Adds up the ledger lines in the rows of an export, by entry and by currency.
import type { LedgerLineFact } from '../../functions/domain/exports/artifact-facts.ts';
import { toMinorUnits, money, parseMoney } from '../../functions/domain/values/money.ts';
import type { ControlTotalsView } from '../../functions/domain/exports/control-totals.ts';
import {
  addControlTotals,
  toControlTotalsView,
  ZERO_TOTALS,
} from '../../functions/domain/exports/control-totals.ts';
import { addDifference } from './findings.ts';
import type { CheckFindings } from './findings.ts';

export class LineTally {
  readonly #findings: CheckFindings;
  readonly #sums = new Map<string, { debits: bigint; credits: bigint }>();
  #entry: string | undefined;
  #difference = 0n;
  entries = 0;
  lines = 0;

  constructor(findings: CheckFindings) {
    this.#findings = findings;
  }

  /** The rows of an entry are adjacent. */
  begin(entry: string): void {
    if (entry === this.#entry) return;
    this.end();
    this.#entry = entry;
    this.entries += 1;
  }

  add({ entry, currency, debit, credit }: LedgerLineFact): void {
    this.begin(entry);
    const sums = this.#sums.get(currency) ?? { debits: 0n, credits: 0n };
    const [debits, credits] = [parseMinorUnits(debit), parseMinorUnits(credit)];
    this.#sums.set(currency, { debits: sums.debits + debits, credits: sums.credits + credits });
    this.#difference += debits - credits;
    this.lines += 1;
  }

  /** Ends the entry after its last row: its debits must equal its credits. */
  end(): void {
    if (this.#difference !== 0n)
      addDifference(this.#findings, `entry ${this.#entry} does not balance`);
    this.#difference = 0n;
  }

  /** Returns the totals, in the form of the manifest. */
  totals(accountPostings: number): ControlTotalsView {
    const byCurrency = new Map(
      [...this.#sums].map(([currency, { debits, credits }]) => [
        currency,
        { debits: money(debits, currency), credits: money(credits, currency) },
      ]),
    );
    const counted = {
      journalEntries: this.entries,
      ledgerLines: this.lines,
      accountPostings,
      byCurrency,
    };
    return toControlTotalsView(addControlTotals(ZERO_TOTALS, counted));
  }
}

function parseMinorUnits(amount: string): bigint {
  return amount === '' ? 0n : toMinorUnits(parseMoney(amount, 'XXX'));
}
