// A loan as an operator types it: what is wrong with it, and the request that it becomes.
import type { Account, CreateLoanRequest } from '../../../../client/client.ts';
import { describeAmountFault, findTypedAmountFault } from '../../parts/fields/amount-faults.ts';
import { countCharacters } from '../../values/characters.ts';
import { parseAmount } from '../../values/money.ts';
import { loansText } from './messages.ts';

export interface LoanTermsInput {
  /** The id or the external id of the account. */
  readonly account: string;
  /** Empty for the customer of the account. */
  readonly customer: string;
  readonly product: string;
  readonly principal: string;
  readonly reference: string;
}

/** What to do about each field. */
export type LoanTermsFaults = Readonly<Partial<Record<keyof LoanTermsInput, string>>>;

export const EMPTY_TERMS: LoanTermsInput = {
  account: '',
  customer: '',
  product: '',
  principal: '',
  reference: '',
};

const REFERENCE_LENGTH_MAX = 160;

/** Lists what must be changed before the loan can be reviewed; `account` is the one that was found. */
export function findTermsFaults(input: LoanTermsInput, account: Account | undefined) {
  const amountFault = findTypedAmountFault(input.principal);
  const isNamed = input.account.trim() !== '';
  const lacksCustomer = input.customer.trim() === '' && account?.customer_id === undefined;
  const faults: LoanTermsFaults = {
    ...(account === undefined && {
      account: loansText(isNamed ? 'accountUnknown' : 'accountMissing'),
    }),
    ...(account !== undefined && lacksCustomer && { customer: loansText('customerMissing') }),
    ...(input.product.trim() === '' && { product: loansText('productMissing') }),
    ...(amountFault !== undefined && { principal: describeAmountFault(amountFault) }),
    ...(countCharacters(input.reference.trim()) > REFERENCE_LENGTH_MAX && {
      reference: loansText('referenceTooLong'),
    }),
  };
  return faults;
}

/** Builds the request of an input without faults. */
export function buildLoanRequest(
  { customer, product, principal, reference }: LoanTermsInput,
  { id: account_id, currency, customer_id = '' }: Account,
): CreateLoanRequest['body'] {
  const reading = parseAmount(principal);
  const text = reference.trim();
  return {
    account_id,
    currency,
    customer_id: customer.trim() === '' ? customer_id : customer.trim(),
    product_id: product.trim(),
    principal: reading.kind === 'amount' ? reading.amount : '',
    ...(text !== '' && { reference: text }),
  };
}
