// Arbitrary accounts, account entries, journal entries and loans.
import type { AccountState, AccountTerms } from '../../../functions/domain/accounts/accounts.ts';
import type { AccountMetadata } from '../../../functions/domain/accounts/metadata.ts';
import type {
  ControlDifference,
  LedgerLine,
  LoanEntry,
  SkippedRule,
} from '../../../functions/domain/journal/entry-draft.ts';
import type { JournalEntry, Posting } from '../../../functions/domain/journal/journal.ts';
import type { LoanState, LoanTerms } from '../../../functions/domain/loans/loans.ts';
import type { LoanTransaction } from '../../../functions/domain/loans/transactions.ts';
import type { AccountEntry } from '../../../functions/ledger/accounts/entry-items.ts';
import { fc } from './properties.ts';
import {
  accountStatus,
  allocationIn,
  amountIn,
  count,
  currencies,
  date,
  direction,
  entryType,
  hash,
  id,
  inOneCurrency,
  nouns,
  text,
  time,
  transactionType,
} from './nouns.ts';
import type { Nouns } from './nouns.ts';

export const accountTerms = nouns<AccountTerms>(
  {
    id: id('acc'),
    customerId: text,
    productId: text,
    name: text,
    currency: currencies,
    externalId: text,
    createdAt: time,
  },
  'externalId',
);

export const accountMetadata = nouns<AccountMetadata>({
  pairs: fc.dictionary(text, text),
  version: count,
});

const stateIn = (currency: string) =>
  nouns<AccountState>(
    {
      id: id('acc'),
      productId: text,
      status: accountStatus,
      balance: amountIn(currency),
      sequence: count,
      version: count,
      head: hash,
      updatedAt: time,
      postedAt: time,
      frozenAt: time,
      closedAt: time,
    },
    'postedAt',
    'frozenAt',
    'closedAt',
  );

export const fromBalanceItem = inOneCurrency(stateIn);

export const fromEntryItem = inOneCurrency((currency) => {
  const { any, whole } = nouns<Omit<AccountEntry, 'postingKey'> & { position: number }>(
    {
      id: id('ent'),
      accountId: id('acc'),
      journalEntryId: id('jrn'),
      transactionId: id('txn'),
      position: fc.integer({ min: 1, max: 100 }),
      entryType,
      direction,
      amount: amountIn(currency),
      balanceAfter: amountIn(currency),
      reference: text,
      sequence: count,
      postedAt: time,
      hash,
    },
    'transactionId',
    'reference',
  );
  const addPostingKey = ({
    position,
    ...entry
  }: Omit<AccountEntry, 'postingKey'> & { position: number }) => ({
    ...entry,
    postingKey: `${entry.journalEntryId}#${position}`,
  });
  return {
    any: any.map(addPostingKey),
    whole: whole.map(addPostingKey),
  } satisfies Nouns<AccountEntry>;
});

const linesIn = (currency: string) =>
  nouns<LedgerLine>({ accountCode: text, side: direction, amount: amountIn(currency) }).any;

const postingsIn = (currency: string) =>
  nouns<Posting>(
    {
      entryId: id('ent'),
      accountId: id('acc'),
      direction,
      amount: amountIn(currency),
      balanceAfter: amountIn(currency),
      sequence: count,
      reference: text,
    },
    'reference',
  ).any;

const differencesIn = (currency: string) =>
  nouns<ControlDifference>({
    accountCode: text,
    expected: amountIn(currency),
    found: amountIn(currency),
  }).whole;

const skippedRule = nouns<SkippedRule>(
  {
    product_id: text,
    rule_id: text,
    positions: fc.array(count, { minLength: 1, maxLength: 3 }),
    error: fc.record({ message: text, line: count, column: count, offset: count }),
  },
  'positions',
).any;

const loanEntryIn = (currency: string) =>
  nouns<LoanEntry>({
    loanId: id('loan'),
    accountId: id('acc'),
    type: transactionType,
    allocation: allocationIn(currency),
  }).whole;

export const fromJournalItem = inOneCurrency((currency) =>
  nouns<JournalEntry>(
    {
      id: id('jrn'),
      entryType,
      ledgerLines: fc.array(linesIn(currency), { maxLength: 4 }),
      postings: fc.array(postingsIn(currency), { maxLength: 4 }),
      currency: fc.constant(currency),
      description: text,
      effectiveDate: date,
      reversesJournalEntryId: id('jrn'),
      replacesJournalEntryId: id('jrn'),
      adjustmentRequestId: id('far'),
      adjustsPeriod: text,
      generalLedgerRequestId: id('glr'),
      workflowExecutionId: id('exe'),
      loanEntry: loanEntryIn(currency),
      transactionId: id('txn'),
      controlDifferences: fc.array(differencesIn(currency), { minLength: 1, maxLength: 3 }),
      skippedRules: fc.array(skippedRule, { minLength: 1, maxLength: 3 }),
      postedBy: text,
      correlationId: text,
      postedAt: time,
    },
    'description',
    'reversesJournalEntryId',
    'replacesJournalEntryId',
    'adjustmentRequestId',
    'adjustsPeriod',
    'generalLedgerRequestId',
    'workflowExecutionId',
    'loanEntry',
    'transactionId',
    'controlDifferences',
    'skippedRules',
  ),
);

export const loan = inOneCurrency((currency) => {
  const terms = nouns<LoanTerms>(
    {
      id: id('loan'),
      customerId: text,
      productId: text,
      accountId: id('acc'),
      principal: amountIn(currency),
      reference: text,
      createdAt: time,
    },
    'reference',
  );
  const state = nouns<LoanState>({
    status: fc.constantFrom('APPROVED' as const, 'ACTIVE' as const),
    disbursed: amountIn(currency),
    outstanding: allocationIn(currency),
    version: count,
    updatedAt: time,
  });
  return {
    any: fc.record({ terms: terms.any, state: state.any }),
    whole: fc.record({ terms: terms.whole, state: state.whole }),
  };
});

export const loanTransaction = inOneCurrency((currency) =>
  nouns<LoanTransaction>(
    {
      id: id('txn'),
      loanId: id('loan'),
      type: transactionType,
      amount: amountIn(currency),
      allocation: allocationIn(currency),
      journalEntryId: id('jrn'),
      reversesTransactionId: id('txn'),
      replacesTransactionId: id('txn'),
      postedBy: text,
      correlationId: text,
      postedAt: time,
    },
    'reversesTransactionId',
    'replacesTransactionId',
  ),
);
