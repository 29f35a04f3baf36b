// Re-derives a loan's amounts, status and version transaction by transaction.
import { computeEffect, computeLoanStanding, addEffects } from '../../domain/loans/loan-effects.ts';
import { deriveLoanStatus } from '../../domain/loans/status.ts';
import type { LoanTransaction } from '../../domain/loans/transactions.ts';
import { LOAN_PARTS, buildZeroAmounts } from '../../domain/loans/loans.ts';
import type { Loan, LoanAmounts } from '../../domain/loans/loans.ts';
import { readCurrency, formatMoney, money, order, sumMoney } from '../../domain/values/money.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import { transactionFields } from '../../ledger/loans/items.ts';
import type { Flaw } from '../difference.ts';

type DerivedLoanField = readonly [field: string, stored: string, derived: string];
type LoanFlawBuilder = (field: string, stored: string, derived: string) => Flaw;

export class LoanTransactionChain {
  readonly #tenant: string;
  readonly #loan: Loan;
  #amounts: LoanAmounts;
  #version = 1;
  #updatedAt: string;
  #newest = '';
  // False after a transaction that cannot be read or added: then the amounts cannot be derived.
  #isDerived = true;
  #beyond: Flaw | undefined;

  constructor(tenant: string, loan: Loan) {
    this.#tenant = tenant;
    this.#loan = loan;
    this.#amounts = buildZeroAmounts(readCurrency(loan.terms.principal));
    this.#updatedAt = loan.terms.createdAt;
  }

  /** Adds the next transaction in the order of the table and returns its flaws. */
  enter(item: Item): Flaw[] {
    const transaction = parseTransaction(item);
    if (!transaction) {
      this.#isDerived = false;
      return [];
    }
    const say = this.#sayOf({ kind: 'transaction', id: transaction.id, place: item });
    const { postedAt, loanId } = transaction;
    const { id } = this.#loan.terms;
    const isLater = postedAt > this.#updatedAt;
    // Transactions posted together have one time and are one change of the loan.
    const isTogether = postedAt === this.#updatedAt && this.#newest !== '';
    if (!isTogether) this.#beyond ??= this.#wentBeyond();
    const flaws = [
      ...(loanId === id ? [] : [say('loan_id', loanId, id)]),
      ...(isLater || isTogether ? [] : [say('posted_at', postedAt, `after ${this.#updatedAt}`)]),
      ...this.#add(transaction, say),
    ];
    if (!isTogether) this.#version += 1;
    if (isLater) this.#updatedAt = postedAt;
    this.#newest = transaction.id;
    return flaws;
  }

  #add(transaction: LoanTransaction, say: LoanFlawBuilder): Flaw[] {
    const { amount, allocation } = transaction;
    const own = readCurrency(this.#loan.terms.principal);
    const given = readCurrency(amount);
    if (given !== own) {
      this.#isDerived = false;
      return [say('currency', given, own)];
    }
    this.#amounts = addEffects(this.#amounts, computeEffect(transaction));
    const sum = sumMoney(Object.values(allocation), own);
    return order(sum, amount) === 0 ? [] : [say('amount', formatMoney(amount), formatMoney(sum))];
  }

  /** Compares the loan record with all transactions and returns its flaws. */
  close(): Flaw[] {
    const { terms, state } = this.#loan;
    const say = this.#sayOf({
      kind: 'loan',
      id: terms.id,
      place: keys.loan(this.#tenant, terms.id),
    });
    const derived = this.#isDerived ? this.#amounts : state;
    const rows: readonly DerivedLoanField[] = [
      ['disbursed', formatMoney(state.disbursed), formatMoney(derived.disbursed)],
      ...LOAN_PARTS.map((part): DerivedLoanField => {
        const amounts = [state.outstanding[part], derived.outstanding[part]] as const;
        return [`${part}_outstanding`, formatMoney(amounts[0]), formatMoney(amounts[1])];
      }),
      ['status', state.status, deriveLoanStatus(computeLoanStanding({ terms }, derived))],
      ['version', String(state.version), String(this.#version)],
      ['updated_at', state.updatedAt, this.#updatedAt],
    ];
    const flaws = rows
      .filter(([, stored, right]) => stored !== right)
      .map(([field, stored, right]) => say(field, stored, right));
    // A wrong transaction also exceeds the limits, and is already reported.
    const beyond = this.#beyond ?? this.#wentBeyond();
    return beyond && flaws.length === 0 && this.#isDerived ? [beyond] : flaws;
  }

  // The flaw of the newest transaction if the amounts after it are beyond the limits of a loan.
  #wentBeyond(): Flaw | undefined {
    const { terms } = this.#loan;
    const { disbursed, outstanding } = this.#amounts;
    const zero = money(0n, readCurrency(terms.principal));
    const part = LOAN_PARTS.find((name) => order(outstanding[name], zero) < 0);
    const place = keys.transaction(this.#tenant, terms.id, this.#newest);
    const say = this.#sayOf({ kind: 'transaction', id: this.#newest, place });
    if (part) return say(`${part}_outstanding`, formatMoney(outstanding[part]), 'not below 0.00');
    if (order(disbursed, terms.principal) <= 0) return undefined;
    return say('disbursed', formatMoney(disbursed), `not above ${formatMoney(terms.principal)}`);
  }

  #sayOf(about: Pick<Flaw, 'kind' | 'id' | 'place'>): LoanFlawBuilder {
    return (field, stored, derived) => {
      return { tenant: this.#tenant, ...about, field, stored, derived };
    };
  }
}

// The scan of the tables reports a transaction that cannot be read.
function parseTransaction(item: Item): LoanTransaction | undefined {
  try {
    return transactionFields.fromItem(item);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
