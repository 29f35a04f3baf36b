// What posting the entry would do now, as the API decides it.
import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { DecisionPreview, NewJournalEntry } from '../../../../../client/client.ts';
import { useAccountName } from '../../../parts/use-account-name.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { PreviewedEntryFacts } from '../../../parts/facts/previewed-entry-facts.tsx';
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
  readonly isCorrection: boolean;
  readonly reading: PreviewReading;
}

export function PreviewPanel({ entry, isCorrection, reading }: PreviewPanelProps) {
  const { preview, error, readAgain } = reading;
  if (error !== null) return <ErrorPanel error={error} onTryAgain={readAgain} />;
  return (
    <Container
      header={
        <Header variant="h2">{postText(isCorrection ? 'previewCorrection' : 'preview')}</Header>
      }
    >
      <SpaceBetween size="m">
        <div role="status">
          {preview === undefined ? (
            <StatusIndicator type="loading">{postText('previewing')}</StatusIndicator>
          ) : (
            <PreviewOutcome preview={preview} isCorrection={isCorrection} />
          )}
        </div>
        {preview !== undefined && !isCorrection && <Fees entry={entry} preview={preview} />}
        {preview !== undefined && <PreviewedBalances preview={preview} />}
        {isCorrection &&
          preview?.journal_entries.map((previewed) => (
            <PreviewedEntryFacts key={previewed.entry_type} entry={previewed} />
          ))}
      </SpaceBetween>
    </Container>
  );
}

interface PreviewOutcomeProps {
  readonly preview: DecisionPreview;
  readonly isCorrection: boolean;
}

function PreviewOutcome({ preview, isCorrection }: PreviewOutcomeProps) {
  if (preview.refusal !== undefined) {
    return (
      <Alert
        type="warning"
        header={postText(preview.outcome === 'FAILED' ? 'wouldFail' : 'wouldBeRefused')}
      >
        {preview.refusal.message}
      </Alert>
    );
  }
  if (preview.outcome === 'APPLIED') {
    return (
      <StatusIndicator type="success">
        {postText(isCorrection ? 'wouldBeCorrected' : 'wouldBePosted')}
      </StatusIndicator>
    );
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

interface FeesProps {
  readonly entry: NewJournalEntry;
  readonly preview: DecisionPreview;
}

function Fees({ entry, preview }: FeesProps) {
  return listFees(entry, preview.journal_entries).map((fee, at) => (
    <Fee key={`${fee.account_id} ${at}`} fee={fee} />
  ));
}

function PreviewedBalances({ preview: { balances } }: { readonly preview: DecisionPreview }) {
  if (balances.length === 0) return null;
  return (
    <ItemList
      label={postText('balances')}
      items={balances}
      columns={columns}
      readId={({ account_id }) => account_id}
      empty=""
      header={<Header variant="h3">{postText('balances')}</Header>}
      filters={undefined}
      footer={undefined}
    />
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
