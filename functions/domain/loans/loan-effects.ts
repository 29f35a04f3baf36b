// The effects of transactions on a loan's amounts. A loan is judged on the net effect of all
// transactions posted together, so that a correction may pass through intermediate amounts that would be
// refused alone.
import { LOAN_PARTS } from './loans.ts';
import type { Allocation, Loan, LoanAmounts, LoanPart, LoanTerms } from './loans.ts';
import { findNextLoanStatus } from './status.ts';
import type { LoanStanding, LoanTrigger } from './status.ts';
import { LOAN_TRANSACTION_KINDS } from './transactions.ts';
import type { LoanTransactionDraft } from './transactions.ts';
import {
  readCurrency,
  formatMoney,
  isAboveZero,
  isStorable,
  subtractMoney,
  money,
  order,
  addMoney,
} from '../values/money.ts';
import type { Money } from '../values/money.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';

type LoanTransactionEffect = Omit<LoanTransactionDraft, 'amount'>;

/** Computes how the transaction changes each amount; a reversal has the opposite effect of its type. */
export function computeEffect(draft: LoanTransactionEffect): LoanAmounts {
  const zero = money(0n, readCurrency(draft.allocation.principal));
  const { outstanding } = LOAN_TRANSACTION_KINDS[draft.type];
  const isRaised = (outstanding === 'RAISED') === (draft.reversesTransactionId === undefined);
  const signed = (amount: Money) => (isRaised ? amount : subtractMoney(zero, amount));
  return {
    disbursed: draft.type === 'DISBURSEMENT' ? signed(draft.allocation.principal) : zero,
    outstanding: buildAllocation((part) => signed(draft.allocation[part])),
  };
}

/** Adds two sets of amounts: two effects, or a loan's amounts and an effect. */
export function addEffects(one: LoanAmounts, two: LoanAmounts): LoanAmounts {
  return {
    disbursed: addMoney(one.disbursed, two.disbursed),
    outstanding: buildAllocation((part) => addMoney(one.outstanding[part], two.outstanding[part])),
  };
}

/**
 * Applies the effect to the loan; `updatedAt` stays as before. Refuses, in this order:
 * currency_mismatch, disbursement_exceeds_principal, allocation_exceeds_outstanding, loan_settled,
 * balance_out_of_range.
 */
export function applyLoanEffect(loan: Loan, effect: LoanAmounts, trigger: LoanTrigger): Loan {
  refuseOtherCurrency(loan, effect);
  const amounts = addEffects(loan.state, effect);
  refuseOverDisbursement(loan, amounts);
  LOAN_PARTS.forEach((part) => refuseOverpayment(loan, amounts, part));
  const { id } = loan.terms;
  const status = findNextLoanStatus(loan.state.status, trigger, computeLoanStanding(loan, amounts));
  if (!status) throw new Refusal('loan_settled', `Loan ${id} is ${loan.state.status}.`);
  refuseIf(
    !Object.values(amounts.outstanding).every(isStorable),
    'balance_out_of_range',
    `An outstanding amount of loan ${id} would need more than 38 digits.`,
  );
  return {
    terms: loan.terms,
    state: { ...loan.state, ...amounts, status, version: loan.state.version + 1 },
  };
}

function buildAllocation(amountOf: (part: LoanPart) => Money): Allocation {
  return {
    principal: amountOf('principal'),
    interest: amountOf('interest'),
    fees: amountOf('fees'),
  };
}

function refuseOtherCurrency({ terms }: Loan, effect: LoanAmounts): void {
  const own = readCurrency(terms.principal);
  const given = readCurrency(effect.disbursed);
  refuseIf(given !== own, 'currency_mismatch', `Loan ${terms.id} is in ${own}, not ${given}.`);
}

function refuseOverDisbursement({ terms, state }: Loan, { disbursed }: LoanAmounts): void {
  refuseIf(
    order(disbursed, terms.principal) > 0,
    'disbursement_exceeds_principal',
    `Loan ${terms.id} has ${formatMoney(subtractMoney(terms.principal, state.disbursed))} left to disburse.`,
  );
}

function refuseOverpayment({ terms, state }: Loan, { outstanding }: LoanAmounts, part: LoanPart) {
  refuseIf(
    order(outstanding[part], money(0n, readCurrency(terms.principal))) < 0,
    'allocation_exceeds_outstanding',
    `Loan ${terms.id} has ${formatMoney(state.outstanding[part])} of ${part} outstanding.`,
  );
}

/** Computes the facts that the loan's status depends on. */
export function computeLoanStanding(
  { terms }: { readonly terms: Pick<LoanTerms, 'principal'> },
  { disbursed, outstanding }: LoanAmounts,
): LoanStanding {
  const isAll = order(disbursed, terms.principal) === 0;
  return {
    disbursed: !isAboveZero(disbursed) ? 'NOTHING' : isAll ? 'ALL' : 'PART',
    isOwed: Object.values(outstanding).some(isAboveZero),
  };
}
