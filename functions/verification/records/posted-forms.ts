// How accounts, the journal and loans are verified.
import { accountEntryFields } from '../../ledger/accounts/entry-items.ts';
import {
  accountMetadataFields,
  accountStateFields,
  accountTermsFields,
  fromAccountItem,
  toAccountItem,
  toExternalIdItem,
} from '../../ledger/accounts/items.ts';
import { CONTENDED_AT, readContendedAt } from '../../ledger/commit/combining/contention.ts';
import { readPostingHashes, toJournalItem } from '../../ledger/journal/items.ts';
import { showAllocation } from '../../ledger/journal/allocation-field.ts';
import {
  fromLoanItem,
  loanTermsFields,
  toLoanItem,
  transactionFields,
} from '../../ledger/loans/items.ts';
import { fromOpenLoansItem, toOpenLoansItem } from '../../ledger/loans/open-loans.ts';
import { readText } from '../../ledger/store/attributes.ts';
import type { Item } from '../../ledger/store/item.ts';
import { keys } from '../../ledger/store/keys.ts';
import { toJournalEntryView } from '../../views/journal-entry.ts';
import { toTransactionView } from '../../views/loan.ts';
import { readPartitionName } from './stored-record-form.ts';
import type { Members, StoredRecordForm } from './stored-record-form.ts';
import { readEntryItem, readJournalItem } from '../journal-items.ts';

const accountTerms: StoredRecordForm = {
  rewrite: (tenant, item) => toAccountItem(tenant, fromAccountItem(item)),
  written: (item) => ({
    since: item.SK,
    members: accountTermsFields.toView(accountTermsFields.fromItem(item)),
  }),
  changes: (item) => fromAccountItem(item).metadata?.version ?? 0,
  newest: (item) => {
    const { metadata } = fromAccountItem(item);
    return {
      change: String(metadata?.version ?? 0),
      members: metadata ? accountMetadataFields.toView(metadata) : {},
    };
  },
};

const externalId: StoredRecordForm = {
  rewrite: (tenant, item) =>
    toExternalIdItem(tenant, readPartitionName(item), readText(item, 'account_id')),
  id: readPartitionName,
  written: (item) => {
    const account_id = readText(item, 'account_id');
    return { since: account_id, members: { account_id } };
  },
};

const accountState: StoredRecordForm = {
  rewrite: (tenant, item) => {
    const state = accountStateFields.fromItem(item);
    const contendedAt = readContendedAt(item);
    return {
      ...accountStateFields.toItem(keys.balance(tenant, state.id), state),
      ...(contendedAt !== undefined && { [CONTENDED_AT]: contendedAt }),
    };
  },
  id: readPartitionName,
  written: (item) => {
    const { id, productId } = accountStateFields.fromItem(item);
    const members = { account_id: id, product_id: productId, currency: readText(item, 'currency') };
    return { since: readPartitionName(item), members };
  },
  // A version counts the entries and the changes of status; each of these has its receipt.
  changes: (item) => {
    const { version, sequence } = accountStateFields.fromItem(item);
    return version - 1 - sequence;
  },
};

const accountEntry: StoredRecordForm = {
  rewrite: (tenant, item) => {
    const entry = readEntryItem(item);
    const key = keys.entry(tenant, entry.accountId, entry.postedAt, entry.sequence);
    return accountEntryFields.toItem(key, entry);
  },
  id: (item) => readText(item, 'id'),
  derivedBy: 'postings',
};

const journalEntry: StoredRecordForm = {
  rewrite: (tenant, item) => toJournalItem(tenant, readJournalItem(item), readPostingHashes(item)),
  written: (item) => ({ since: item.SK, members: toJournalMembers(item) }),
};

// The answers show the loan's part of an entry in the transaction that it posts.
function toJournalMembers(item: Item): Members {
  const entry = readJournalItem(item);
  const { loanEntry } = entry;
  const loan = loanEntry && {
    loan_id: loanEntry.loanId,
    account_id: loanEntry.accountId,
    type: loanEntry.type,
    allocation: showAllocation(loanEntry.allocation),
  };
  return { ...toJournalEntryView(entry), loan };
}

// The rest of a loan follows from its transactions.
const loan: StoredRecordForm = {
  rewrite: (tenant, item) => toLoanItem(tenant, fromLoanItem(item)),
  written: (item) => ({
    since: item.SK,
    members: loanTermsFields.toView(loanTermsFields.fromItem(item)),
  }),
};

const loanTransaction: StoredRecordForm = {
  rewrite: (tenant, item) => {
    const transaction = transactionFields.fromItem(item);
    const key = keys.transaction(tenant, transaction.loanId, transaction.id);
    return transactionFields.toItem(key, transaction);
  },
  written: (item) => ({
    since: item.SK,
    members: toTransactionView(transactionFields.fromItem(item)),
  }),
};

const openLoans: StoredRecordForm = {
  rewrite: (tenant, item) => toOpenLoansItem(tenant, fromOpenLoansItem(item)),
  id: readPartitionName,
  changes: (item) => fromOpenLoansItem(item).version,
};

const reversalMark: StoredRecordForm = {
  rewrite: (tenant, item) => ({
    ...keys.reversal(tenant, readPartitionName(item)),
    reversed_by: readText(item, 'reversed_by'),
    adjustment_request_id: readText(item, 'adjustment_request_id'),
    ...(item['replaced_by'] !== undefined && { replaced_by: readText(item, 'replaced_by') }),
  }),
  id: readPartitionName,
  derivedBy: 'reversal-marks',
};

export const POSTED_FORMS = {
  ACC: accountTerms,
  AXI: externalId,
  BAL: accountState,
  ENT: accountEntry,
  JRN: journalEntry,
  LON: loan,
  LTX: loanTransaction,
  OPL: openLoans,
  REV: reversalMark,
} as const;
