// Adds up the rows of an export, by entry and by currency.
import type { LedgerLineFact, PostingFact } from '../../functions/domain/exports/artifact-facts.ts';
import { parseMinor } from '../../functions/domain/values/money.ts';
import type { ControlTotalsView } from '../../functions/domain/exports/control-totals.ts';
import { RunningSide, toControlTotalsView } from '../../functions/domain/exports/control-totals.ts';
import type { CheckFindings } from './check-findings.ts';

export class LineTally {
  readonly #findings: CheckFindings;
  readonly #generalLedger = new RunningSide();
  readonly #postings = new RunningSide();
  #entry: string | undefined;
  #difference = 0n;
  entries = 0;
  rows = 0;

  constructor(findings: CheckFindings) {
    this.#findings = findings;
  }

  addLine({ entry, currency, debit, credit }: LedgerLineFact): void {
    this.#begin(entry);
    const [debits, credits] = [parseMinorUnits(debit), parseMinorUnits(credit)];
    this.#generalLedger.add(currency, debits, credits);
    this.#difference += debits - credits;
    this.rows += 1;
  }

  addPosting({ entry, currency, direction, amount }: PostingFact): void {
    this.#begin(entry);
    const minor = parseMinorUnits(amount);
    if (direction === 'DEBIT') this.#postings.add(currency, minor, 0n);
    else this.#postings.add(currency, 0n, minor);
    this.rows += 1;
  }

  /** Ends the entry after its last row: its debits must equal its credits. */
  end(): void {
    if (this.#difference !== 0n) this.#findings.differ(`entry ${this.#entry} does not balance`);
    this.#difference = 0n;
  }

  /** The totals, in the form of the manifest. */
  get totals(): ControlTotalsView {
    return toControlTotalsView({
      journalEntries: this.entries,
      generalLedger: this.#generalLedger.now,
      postings: this.#postings.now,
    });
  }

  // The rows of an entry are adjacent.
  #begin(entry: string): void {
    if (entry === this.#entry) return;
    this.end();
    this.#entry = entry;
    this.entries += 1;
  }
}

function parseMinorUnits(amount: string): bigint {
  return amount === '' ? 0n : parseMinor(amount);
}
