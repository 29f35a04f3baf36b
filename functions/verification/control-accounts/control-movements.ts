// How the control accounts of tenants moved in a period: by the ledger lines, and by the accounts and
// loans that they control. Memory grows with the number of codes and products, not with that of entries.
import { DEFAULT_CONTROL_CODES } from '../../domain/journal/control-accounts.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import {
  DEFAULT_LOAN_ACCOUNTS,
  listControlCodes,
  RECEIVABLE_ROLES,
} from '../../domain/loans/ledger-accounts.ts';
import type { ControlRole, LoanLedgerAccounts } from '../../domain/loans/ledger-accounts.ts';
import { LOAN_PARTS } from '../../domain/loans/loans.ts';
import type { Allocation } from '../../domain/loans/loans.ts';
import { NO_CURRENCY, readCurrency, toMinorUnits } from '../../domain/values/money.ts';

interface ControlSubject {
  readonly tenant: string;
  readonly accountCode: string;
  readonly currency: string;
}

/** Net credits in minor units. */
export interface ControlMovement extends ControlSubject {
  readonly ledger: bigint;
  readonly controlled: bigint;
  /** What the entries recorded as found less what they recorded as expected. */
  readonly recorded: bigint;
  /** The number of entries with recorded differences. */
  readonly entries: bigint;
}

export interface SavedMovements {
  readonly ledger: SavedNamedSums;
  readonly recorded: SavedNamedSums;
  readonly entries: SavedNamedSums;
  readonly controlled: SavedNamedSums;
  readonly codes: ReadonlyMap<string, LoanLedgerAccounts>;
  readonly controlCodes: ReadonlyMap<string, ReadonlySet<string>>;
}

export class ControlMovements {
  readonly #ledger = new Sums();
  readonly #recorded = new Sums();
  readonly #entries = new Sums();
  /** By product and role, because a product may be read after its accounts. */
  readonly #controlled = new Sums();
  readonly #codes = new Map<string, LoanLedgerAccounts>();
  /** Those of all products, by tenant. */
  readonly #controlCodes = new Map<string, Set<string>>();

  addProduct(tenant: string, productId: string, codes: LoanLedgerAccounts): void {
    this.#codes.set(JSON.stringify([tenant, productId]), codes);
    const known = this.#controlCodes.get(tenant) ?? new Set();
    this.#controlCodes.set(tenant, known);
    for (const code of listControlCodes(codes)) known.add(code);
  }

  addEntry(tenant: string, { currency = NO_CURRENCY, ...entry }: JournalEntry): void {
    for (const { accountCode, side, amount } of entry.ledgerLines) {
      const minor = toMinorUnits(amount);
      this.#ledger.add([tenant, accountCode, currency], side === 'CREDIT' ? minor : -minor);
    }
    for (const { accountCode, expected, found } of entry.controlDifferences ?? []) {
      const subject = [tenant, accountCode, currency];
      this.#recorded.add(subject, toMinorUnits(found) - toMinorUnits(expected));
      this.#entries.add(subject, 1n);
    }
  }

  /** Adds the change of an account's balance. */
  addAccount(tenant: string, productId: string, currency: string, change: bigint): void {
    this.#controlled.add([tenant, productId, currency, 'customer_deposits'], change);
  }

  /** Adds the change of a loan's outstanding amounts: what the customer owes is a debit. */
  addLoan(tenant: string, productId: string, change: Allocation): void {
    for (const part of LOAN_PARTS) {
      const role: ControlRole = RECEIVABLE_ROLES[part];
      const subject = [tenant, productId, readCurrency(change[part]), role];
      this.#controlled.add(subject, -toMinorUnits(change[part]));
    }
  }

  save(): SavedMovements {
    return {
      ledger: this.#ledger.save(),
      recorded: this.#recorded.save(),
      entries: this.#entries.save(),
      controlled: this.#controlled.save(),
      codes: this.#codes,
      controlCodes: this.#controlCodes,
    };
  }

  merge(saved: SavedMovements): void {
    this.#ledger.merge(saved.ledger);
    this.#recorded.merge(saved.recorded);
    this.#entries.merge(saved.entries);
    this.#controlled.merge(saved.controlled);
    for (const [product, codes] of saved.codes) this.#codes.set(product, codes);
    for (const [tenant, codes] of saved.controlCodes) {
      const known = this.#controlCodes.get(tenant) ?? [];
      this.#controlCodes.set(tenant, new Set([...known, ...codes]));
    }
  }

  /** The movements of all control codes, in order. */
  list(): ControlMovement[] {
    const controlled = new Sums();
    for (const [[tenant = '', productId = '', currency = '', role = ''], sum] of this.#controlled) {
      const codes = this.#codesOf(tenant, productId);
      controlled.add([tenant, codes[role as ControlRole], currency], sum);
    }
    const moved = [...this.#ledger]
      .map(([subject]) => subject)
      .filter((one) => this.#controls(one));
    const subjects = new Sums();
    for (const subject of moved) subjects.add(subject, 1n);
    for (const [subject] of controlled) subjects.add(subject, 1n);
    return [...subjects].map(([subject]) => {
      const [tenant = '', accountCode = '', currency = ''] = subject;
      return {
        tenant,
        accountCode,
        currency,
        ledger: this.#ledger.get(subject),
        controlled: controlled.get(subject),
        recorded: this.#recorded.get(subject),
        entries: this.#entries.get(subject),
      };
    });
  }

  #codesOf(tenant: string, productId: string): LoanLedgerAccounts {
    return this.#codes.get(JSON.stringify([tenant, productId])) ?? DEFAULT_LOAN_ACCOUNTS;
  }

  #controls([tenant = '', accountCode = '']: readonly string[]): boolean {
    const isOfProduct = this.#controlCodes.get(tenant)?.has(accountCode) ?? false;
    return isOfProduct || DEFAULT_CONTROL_CODES.has(accountCode);
  }
}

type SavedNamedSums = ReadonlyMap<string, bigint>;

/** Sums by a subject of several names. */
class Sums {
  readonly #sums = new Map<string, bigint>();

  add(subject: readonly string[], amount: bigint): void {
    const name = JSON.stringify(subject);
    this.#sums.set(name, (this.#sums.get(name) ?? 0n) + amount);
  }

  save(): SavedNamedSums {
    return this.#sums;
  }

  merge(saved: SavedNamedSums): void {
    for (const [name, sum] of saved) this.#sums.set(name, (this.#sums.get(name) ?? 0n) + sum);
  }

  get(subject: readonly string[]): bigint {
    return this.#sums.get(JSON.stringify(subject)) ?? 0n;
  }

  *[Symbol.iterator](): Generator<[readonly string[], bigint]> {
    for (const name of [...this.#sums.keys()].toSorted()) {
      yield [JSON.parse(name) as string[], this.#sums.get(name) ?? 0n];
    }
  }
}
