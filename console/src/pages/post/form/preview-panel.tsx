// What posting the entry would do now, as the API decides it.
import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { DecisionPreview, NewJournalEntry } from '../../../../../client/client.ts';
import { useAccountName } from '../../../parts/use-account-name.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { ItemList } from '../../../parts/item-list.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../../parts/money-cell.tsx';
import { formatAmount } from '../../../values/money.ts';
import { postText } from '../messages.ts';
import { listFees } from './fees.ts';
import type { FeePosting } from './fees.ts';
import type { PreviewReading } from './use-preview.ts';

interface PreviewPanelProps {
  readonly entry: NewJournalEntry;
  readonly reading: PreviewReading;
}

export function PreviewPanel({ entry, reading: { preview, error, readAgain } }: PreviewPanelProps) {
  if (error !== null) return <ErrorPanel error={error} onTryAgain={readAgain} />;
  return (
    <Container header={<Header variant="h2">{postText('preview')}</Header>}>
      <SpaceBetween size="m">
        <div role="status">
          {preview === undefined ? (
            <StatusIndicator type="loading">{postText('previewing')}</StatusIndicator>
          ) : (
            <PreviewOutcome preview={preview} />
          )}
        </div>
        {preview !== undefined && <PreviewedBalances entry={entry} preview={preview} />}
      </SpaceBetween>
    </Container>
  );
}

function PreviewOutcome({ preview }: { readonly preview: DecisionPreview }) {
  if (preview.refusal !== undefined) {
    return (
      <Alert type="warning" header={postText('wouldBeRefused')}>
        {preview.refusal.message}
      </Alert>
    );
  }
  if (preview.outcome === 'APPLIED') {
    return <StatusIndicator type="success">{postText('wouldBePosted')}</StatusIndicator>;
  }
  return (
    <StatusIndicator type="pending">
      {[postText('controlAsks'), ...preview.controls.map(describeControl)].join(' ')}
    </StatusIndicator>
  );
}

function describeControl({ when, error }: DecisionPreview['controls'][number]): string {
  if (error !== undefined) return postText('controlFailed', { error });
  return when === undefined ? postText('controlEvery') : postText('controlWhen', { when });
}

interface PreviewedBalancesProps {
  readonly entry: NewJournalEntry;
  readonly preview: DecisionPreview;
}

function PreviewedBalances({ entry, preview }: PreviewedBalancesProps) {
  const fees = listFees(entry, preview.journal_entries);
  return (
    <>
      {fees.map((fee, at) => (
        <Fee key={`${fee.account_id} ${at}`} fee={fee} />
      ))}
      {preview.balances.length > 0 && (
        <ItemList
          label={postText('balances')}
          items={preview.balances}
          columns={columns}
          readId={({ account_id }) => account_id}
          empty=""
          header={<Header variant="h3">{postText('balances')}</Header>}
          filters={undefined}
          footer={undefined}
        />
      )}
    </>
  );
}

function Fee({ fee }: { readonly fee: FeePosting }) {
  const account = useAccountName(fee.account_id);
  const amount = `${formatAmount(fee.amount)}\u00a0${fee.currency}`;
  return <div>{postText('fee', { amount, account, reference: fee.reference ?? '' })}</div>;
}

const columns: readonly ListColumn<DecisionPreview['balances'][number]>[] = [
  {
    id: 'account',
    header: postText('account'),
    isRowHeader: true,
    cell: ({ account_id }) => <AccountLabel id={account_id} />,
  },
  {
    id: 'before',
    header: <MoneyHeader>{postText('balanceBefore')}</MoneyHeader>,
    cell: ({ before, currency }) => <MoneyCell amount={before} currency={currency} />,
  },
  {
    id: 'after',
    header: <MoneyHeader>{postText('balanceAfter')}</MoneyHeader>,
    cell: ({ after, currency }) => <MoneyCell amount={after} currency={currency} />,
  },
];

function AccountLabel({ id }: { readonly id: string }) {
  return useAccountName(id);
}
