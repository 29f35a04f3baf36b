// The control totals of an accounting period. They do not depend on the order of the entries, so that
// a closing can add them in parts and the verification can add them as it finds them.
import { hash } from 'node:crypto';
import type { LedgerLine } from '../../domain/journal/entry-draft.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import type { PeriodCurrencyTotals } from '../../domain/general-ledger/periods.ts';
import type { Direction } from '../../domain/values/direction.ts';
import {
  formatMoney,
  money,
  NO_CURRENCY,
  parseMoney,
  toMinorUnits,
} from '../../domain/values/money.ts';

const BITS_256 = (1n << 256n) - 1n;
const DIGEST_DIGITS = 64;

interface RunningSums {
  readonly entries: number;
  readonly debits: bigint;
  readonly credits: bigint;
  readonly digest: bigint;
}

const ZERO_SUMS: RunningSums = { entries: 0, debits: 0n, credits: 0n, digest: 0n };

/** Accumulates the totals entry by entry. */
export class PeriodTotals {
  readonly #byCurrency = new Map<string, RunningSums>();

  /** Continues from totals. */
  constructor(totals: readonly PeriodCurrencyTotals[] = []) {
    for (const { currency, journal_entries, total_debits, total_credits, digest } of totals) {
      this.#byCurrency.set(currency, {
        entries: journal_entries,
        debits: toMinorUnits(parseMoney(total_debits, currency)),
        credits: toMinorUnits(parseMoney(total_credits, currency)),
        digest: BigInt(`0x${digest}`),
      });
    }
  }

  add(entry: JournalEntry): void {
    const { currency = NO_CURRENCY, ledgerLines } = entry;
    this.#increase(currency, {
      entries: 1,
      debits: sumSide(ledgerLines, 'DEBIT'),
      credits: sumSide(ledgerLines, 'CREDIT'),
      digest: hashEntry(entry),
    });
  }

  /** Adds the totals of other entries of the period. */
  merge(other: PeriodTotals): void {
    for (const [currency, sums] of other.#byCurrency) this.#increase(currency, sums);
  }

  #increase(currency: string, added: RunningSums): void {
    const sums = this.#byCurrency.get(currency) ?? ZERO_SUMS;
    this.#byCurrency.set(currency, {
      entries: sums.entries + added.entries,
      debits: sums.debits + added.debits,
      credits: sums.credits + added.credits,
      digest: (sums.digest + added.digest) & BITS_256,
    });
  }

  /** The totals so far, by currency. */
  list(): PeriodCurrencyTotals[] {
    const sorted = [...this.#byCurrency].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([currency, { entries, debits, credits, digest }]) => ({
      currency,
      journal_entries: entries,
      total_debits: formatMoney(money(debits, currency)),
      total_credits: formatMoney(money(credits, currency)),
      digest: digest.toString(16).padStart(DIGEST_DIGITS, '0'),
    }));
  }
}

function sumSide(lines: readonly LedgerLine[], wanted: Direction): bigint {
  const amounts = lines.filter(({ side }) => side === wanted).map(({ amount }) => amount);
  return amounts.reduce((sum, amount) => sum + toMinorUnits(amount), 0n);
}

// Which amount is on which side of which account, of which entry: so the digest stands for the totals
// of each account code.
function hashEntry({ id, effectiveDate, currency, ledgerLines }: JournalEntry): bigint {
  const lines = ledgerLines.map(({ accountCode, side, amount }) => [
    accountCode,
    side,
    formatMoney(amount),
  ]);
  const text = JSON.stringify([id, effectiveDate, currency ?? NO_CURRENCY, lines]);
  return BigInt(`0x${hash('sha256', text, 'hex')}`);
}
