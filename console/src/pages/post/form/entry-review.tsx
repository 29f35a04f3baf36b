import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQueries } from '@tanstack/react-query';
import type { Account, NewJournalEntry } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { ItemList } from '../../../parts/item-list.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../../parts/money-cell.tsx';
import { useOperator } from '../../../session/session-context.tsx';
import { formatMinorUnits, sumAmounts } from '../../../values/minor-units.ts';
import { formatAmount } from '../../../values/money.ts';
import { computeBalancesAfter } from '../entry-draft.ts';
import type { BalanceChange } from '../entry-draft.ts';
import { postText } from '../messages.ts';

const BALANCE_INTERVAL_MS = 30_000;

interface EntryReviewProps {
  readonly entry: NewJournalEntry;
  readonly isCorrection: boolean;
}

/** Restates accounts, amounts and balances before anything is sent. */
export function EntryReview({ entry, isCorrection }: EntryReviewProps) {
  const { accounts, error } = useAccounts(entry);
  const total = sumAmounts(entry.ledger_lines.map(({ debit_amount }) => debit_amount));
  const question = postText(isCorrection ? 'questionCorrect' : 'questionPost');
  return (
    <Container header={<Header variant="h2">{question}</Header>}>
      <SpaceBetween size="m">
        <Box variant="strong">
          {postText('total', { amount: formatAmount(formatMinorUnits(total)) })}
          {accounts?.[0] && ` ${accounts[0].currency}`}
        </Box>
        {entry.ledger_lines.map((line, at) => (
          <Box key={`${line.account_code} ${at}`}>{describeLine(line)}</Box>
        ))}
        {error !== null && <ErrorPanel error={error} />}
        <ItemList
          label={postText('postings')}
          items={accounts && computeBalancesAfter(accounts, entry)}
          columns={isCorrection ? columns.slice(0, 2) : columns}
          readId={({ account }) => account.id}
          empty={postText('noPosting')}
          header={<Header variant="h3">{postText('postings')}</Header>}
          filters={undefined}
          footer={undefined}
        />
        <Box>{postText(isCorrection ? 'reviewCorrection' : 'reviewSentence')}</Box>
      </SpaceBetween>
    </Container>
  );
}

const columns: readonly ListColumn<BalanceChange>[] = [
  {
    id: 'account',
    header: postText('account'),
    isRowHeader: true,
    cell: ({ account }) => account.name,
  },
  {
    id: 'before',
    header: <MoneyHeader>{postText('balanceBefore')}</MoneyHeader>,
    cell: ({ account }) => <MoneyCell amount={account.balance} currency={account.currency} />,
  },
  {
    id: 'after',
    header: <MoneyHeader>{postText('balanceAfter')}</MoneyHeader>,
    cell: ({ account, after }) => <MoneyCell amount={after} currency={account.currency} />,
  },
];

function describeLine({
  account_code,
  debit_amount,
  credit_amount,
}: NewJournalEntry['ledger_lines'][number]) {
  return debit_amount === undefined
    ? `${account_code} ${postText('credit')} ${formatAmount(credit_amount ?? '0.00')}`
    : `${account_code} ${postText('debit')} ${formatAmount(debit_amount)}`;
}

// The balances are those of now, not of when the accounts were chosen.
function useAccounts({ account_postings: postings = [] }: NewJournalEntry) {
  const { ledger } = useApi();
  const operator = useOperator().id;
  const ids = [...new Set(postings.map(({ account_id }) => account_id))];
  const reads = useQueries({
    queries: ids.map((accountId) => ({
      queryKey: [operator, 'getAccount', { accountId }],
      queryFn: async () =>
        requireData(
          await ledger.GET('/api/accounts/{accountId}', { params: { path: { accountId } } }),
        ),
      refetchInterval: BALANCE_INTERVAL_MS,
      staleTime: 0,
    })),
  });
  const accounts = reads.map(({ data }) => data);
  const isRead = accounts.every((account): account is Account => account !== undefined);
  return {
    accounts: isRead ? accounts : undefined,
    error: reads.find(({ error }) => error !== null)?.error ?? null,
  };
}
