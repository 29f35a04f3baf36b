// The statement as a table to save: newest first as it is shown, between its closing and its opening balance.
import type { AccountEntry, StatementPage } from '../../../../../client/client.ts';
import type { WholeList } from '../../../api/list-pages.ts';
import type { CsvFileColumn } from '../../../parts/reports/csv-file.ts';
import { statementText } from './messages.ts';

export interface StatementRow {
  readonly posted: string;
  readonly type: string;
  readonly reference: string;
  readonly amountIn: string;
  readonly amountOut: string;
  readonly balance: string;
  readonly entryId: string;
}

/** Builds the rows of the whole statement. */
export function buildStatementRows({
  items,
  summary,
}: WholeList<AccountEntry, StatementPage>): readonly StatementRow[] {
  return [
    buildBalanceRow(statementText('closing'), summary?.closing_balance),
    ...items.map(buildEntryRow),
    buildBalanceRow(statementText('opening'), summary?.opening_balance),
  ];
}

function buildBalanceRow(type: string, balance = ''): StatementRow {
  return { posted: '', type, reference: '', amountIn: '', amountOut: '', balance, entryId: '' };
}

function buildEntryRow(entry: AccountEntry): StatementRow {
  const { direction, amount } = entry;
  return {
    posted: entry.posted_at,
    type: entry.entry_type,
    reference: entry.reference ?? '',
    amountIn: direction === 'CREDIT' ? amount : '',
    amountOut: direction === 'DEBIT' ? amount : '',
    balance: entry.balance_after,
    entryId: entry.journal_entry_id ?? '',
  };
}

/** Builds the columns of a statement in the currency. */
export function buildStatementCsv(currency: string): readonly CsvFileColumn<StatementRow>[] {
  return [
    { heading: statementText('posted'), cell: ({ posted }) => posted },
    { heading: statementText('entryType'), cell: ({ type }) => type },
    { heading: statementText('reference'), cell: ({ reference }) => reference },
    { heading: statementText('amountIn'), cell: ({ amountIn }) => amountIn },
    { heading: statementText('amountOut'), cell: ({ amountOut }) => amountOut },
    { heading: statementText('balanceAfter'), cell: ({ balance }) => balance },
    { heading: statementText('currency'), cell: () => currency },
    { heading: statementText('journalEntry'), cell: ({ entryId }) => entryId },
  ];
}
