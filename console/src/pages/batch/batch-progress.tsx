import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Batch } from '../../../../client/client.ts';
import { readRequestText } from '../../parts/batches/batch-request.ts';
import { formatSearch } from '../../routing/search-parameters.ts';
import { useFollow } from '../../routing/use-follow.ts';
import { useIsPermitted } from '../../session/session-context.tsx';
import { batchText } from './messages.ts';

/** How far an unfinished batch is, or why it has failed. */
export function BatchProgress({ batch }: { readonly batch: Batch }) {
  switch (batch.status) {
    case 'ACCEPTED':
      return <Alert type="info">{batchText('notStarted')}</Alert>;
    case 'AWAITING_UPLOAD':
      return <Alert type="info">{batchText('awaitingUpload')}</Alert>;
    case 'RUNNING':
      return <RunningBatch progress={batch.progress} />;
    case 'FAILED':
      return <FailedBatch batch={batch} />;
    case 'COMPLETED':
      return null;
  }
}

function RunningBatch({ progress: { processed, total } }: Pick<Batch, 'progress'>) {
  return (
    <Container>
      {total === undefined || total === 0 ? (
        <StatusIndicator type="in-progress">
          {batchText('entriesSoFar', { processed })}
        </StatusIndicator>
      ) : (
        <ProgressBar
          label={batchText('running')}
          value={Math.min(100, Math.floor((100 * processed) / total))}
          additionalInfo={batchText('entriesOf', { processed, total })}
        />
      )}
    </Container>
  );
}

function FailedBatch({ batch }: { readonly batch: Batch }) {
  const follow = useFollow();
  const isOperating = useIsPermitted(['compliance.operate']);
  const isExport = batch.type === 'REGULATORY_EXPORT';
  return (
    <Alert
      type="error"
      header={batchText('failed')}
      {...(isOperating && {
        action: (
          <Button href={findFormAddress(batch)} onFollow={follow}>
            {batchText(isExport ? 'askAgain' : 'importAgain')}
          </Button>
        ),
      })}
    >
      {batch.failure_reason}
    </Alert>
  );
}

function findFormAddress({ type, request }: Batch): string {
  if (type === 'LEGACY_IMPORT') return '/batches/import';
  const names = { from: 'period_from', to: 'period_to', code: 'legal_basis_code' };
  const search = Object.entries(names).map(([name, member]) => [
    name,
    readRequestText(request, member),
  ]);
  return `/batches/export${formatSearch(Object.fromEntries(search))}`;
}
