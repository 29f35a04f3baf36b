// A made-up posting, or loan transaction, with every variable that conditions may use, so that a condition that
// cannot be evaluated on it has a fault.
import { formatJsonText } from '../../editing/json-text.ts';

interface SampleTerms {
  readonly productId: string;
  /** What is judged: POSTING or another name. */
  readonly subject: string;
  readonly currency: string;
}

/** Formats a sample for what the rule judges. */
export function formatSample(terms: SampleTerms): string {
  const isLoan = terms.subject === 'LOAN_TRANSACTION';
  return formatJsonText(isLoan ? buildLoanSample(terms) : buildPostingSample(terms));
}

function buildPostingSample({ productId, currency }: SampleTerms) {
  const posting = { direction: 'DEBIT', amount: '100.00', currency, account_id: 'acc_sample' };
  return {
    posting: { ...posting, reference: '' },
    account: buildAccount(productId, currency),
    journal_entry: {
      entry_type: 'POSTING',
      currency,
      description: '',
      effective_date: '2026-01-31',
      ledger_lines: [
        { account_code: '2000', side: 'DEBIT', amount: '100.00' },
        { account_code: '1000', side: 'CREDIT', amount: '100.00' },
      ],
      account_postings: [posting],
    },
    context: { operation: 'postJournalEntry', actor: 'op_sample' },
  };
}

function buildLoanSample({ productId, currency }: SampleTerms) {
  const allocation = { principal: '90.00', interest: '10.00', fees: '0.00' };
  return {
    amount: '100.00',
    currency,
    transaction: {
      type: 'REPAYMENT',
      loan_id: 'loan_sample',
      amount: '100.00',
      currency,
      allocation,
    },
    loan: {
      id: 'loan_sample',
      product_id: productId,
      account_id: 'acc_sample',
      status: 'ACTIVE',
      currency,
      principal: '1000.00',
      disbursed: '1000.00',
      principal_outstanding: '500.00',
      interest_outstanding: '10.00',
      fees_outstanding: '0.00',
    },
    account: buildAccount(productId, currency),
    journal_entry: {
      entry_type: 'POSTING',
      currency,
      description: '',
      effective_date: '2026-01-31',
      ledger_lines: [],
      account_postings: [],
    },
    context: { operation: 'postLoanTransaction', actor: 'op_sample' },
  };
}

function buildAccount(productId: string, currency: string) {
  return {
    id: 'acc_sample',
    product_id: productId,
    status: 'ACTIVE',
    currency,
    balance: '1000.00',
    balance_after: '900.00',
    version: 1,
  };
}
