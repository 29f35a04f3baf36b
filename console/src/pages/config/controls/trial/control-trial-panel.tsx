// What the controls that are typed would have caught of the newest postings.
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { ControlEvaluation, EntryControl } from '../../../../../../client/client.ts';
import { ErrorPanel } from '../../../../parts/error-panel.tsx';
import { FactTable } from '../../../../parts/facts/fact-table.tsx';
import { Instant } from '../../../../parts/instant.tsx';
import type { ListColumn } from '../../../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../../../parts/money-cell.tsx';
import { PageLink } from '../../../../routing/page-link.tsx';
import { shortenIdentifier } from '../../../../values/identifiers.ts';
import { controlsText } from '../messages.ts';
import { useControlTrial } from './use-control-trial.ts';
import type { ControlTrialBody } from './use-control-trial.ts';

const ENTRIES = 50;

const columns: readonly ListColumn<EntryControl>[] = [
  {
    id: 'posted',
    header: controlsText('posted'),
    cell: ({ posted_at }) => <Instant value={posted_at} />,
  },
  {
    id: 'entry',
    header: controlsText('entry'),
    isRowHeader: true,
    cell: ({ journal_entry_id: entryId }) => (
      <PageLink to="/journal/$entryId" params={{ entryId }}>
        {shortenIdentifier(entryId)}
      </PageLink>
    ),
  },
  { id: 'text', header: controlsText('text'), cell: ({ description }) => description },
  {
    id: 'amount',
    header: <MoneyHeader>{controlsText('amount')}</MoneyHeader>,
    cell: ({ amount, currency }) => <MoneyCell amount={amount} currency={currency} />,
  },
  { id: 'outcome', header: controlsText('outcome'), cell: (entry) => describeOutcome(entry) },
];

interface ControlTrialPanelProps {
  readonly controls: NonNullable<ControlTrialBody['controls']>;
}

export function ControlTrialPanel({ controls }: ControlTrialPanelProps) {
  const [tried, setTried] = useState<ControlTrialBody>();
  const trial = useControlTrial(tried);
  const tryControls = () => {
    const body = { controls, newest_entries: ENTRIES };
    setTried(body);
    if (JSON.stringify(body) === JSON.stringify(tried)) void trial.refetch();
  };
  return (
    <Container header={<Header variant="h2">{controlsText('trial')}</Header>}>
      <SpaceBetween size="m">
        <div>{controlsText('trialSentence')}</div>
        <Button loading={trial.isFetching} onClick={tryControls}>
          {controlsText('try')}
        </Button>
        {trial.error !== null && (
          <ErrorPanel error={trial.error} onTryAgain={() => void trial.refetch()} />
        )}
        {trial.data !== undefined && <TrialResult evaluation={trial.data} />}
      </SpaceBetween>
    </Container>
  );
}

function TrialResult({ evaluation }: { readonly evaluation: ControlEvaluation }) {
  const { items, entries_read: read, has_more: hasMore } = evaluation;
  const caught = items.filter(({ is_caught }) => is_caught).length;
  return (
    <SpaceBetween size="s">
      <div role="status">
        <div>
          {items.length === 0
            ? controlsText('trialNone')
            : controlsText('trialSummary', { count: items.length, caught })}
        </div>
        <Box color="text-body-secondary">
          {controlsText('trialRead', { count: read })} {hasMore && controlsText('trialMore')}
        </Box>
      </div>
      <FactTable title={controlsText('trialResult')} items={items} columns={columns} />
    </SpaceBetween>
  );
}

function describeOutcome({ control }: EntryControl): string {
  if (control === undefined) return controlsText('notCaught');
  const { when, error } = control;
  if (error !== undefined) return controlsText('caughtByFault', { error });
  return when === undefined ? controlsText('caught') : controlsText('caughtWhen', { when });
}
