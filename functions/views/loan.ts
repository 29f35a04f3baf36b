import type { Loan } from '../domain/loans/loans.ts';
import { formatMoney } from '../domain/values/money.ts';
import { loanStateFields, loanTermsFields, transactionFields } from '../ledger/loans/items.ts';
import { viewOf } from '../ledger/store/fields.ts';
import type {
  Loan as LoanBody,
  Transaction as TransactionBody,
} from '../../schemas/generated/types.ts';

export function toLoanView({ terms, state }: Loan): LoanBody {
  const { principal, reference, created_at, ...agreed } = loanTermsFields.toView(terms);
  const { version, updated_at, ...amounts } = loanStateFields.toView(state);
  return {
    ...agreed,
    principal,
    ...(reference !== undefined && { reference }),
    ...amounts,
    principal_outstanding: formatMoney(state.outstanding.principal),
    interest_outstanding: formatMoney(state.outstanding.interest),
    fees_outstanding: formatMoney(state.outstanding.fees),
    version,
    created_at,
    updated_at,
  };
}

export const toTransactionView = viewOf<TransactionBody>()(transactionFields);
