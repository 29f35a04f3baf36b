// One request with all that a checker needs to decide it.
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { FactTable } from '../../../parts/facts/fact-table.tsx';
import { memberColumns } from '../../../parts/facts/field-differences.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useDelay } from '../../../parts/use-delay.ts';
import type { Decision, StoredRequest } from '../request-kinds.ts';
import { listAskedMembers } from './asked-members.ts';
import { requestText } from './messages.ts';
import { loadPart } from '../../../parts/load-part.tsx';
import { PreviewFacts } from './preview-facts.tsx';
import { RequestFacts } from './request-facts.tsx';
import type { OpenRequest } from './use-open-request.ts';
import { usePreview } from './use-request.ts';

const ImportUpload = loadPart(async () => (await import('./import-upload.tsx')).ImportUpload);

interface RequestPanelProps {
  readonly open: OpenRequest;
  readonly onDecide: (decision: Decision) => void;
}

export function RequestPanel({ open, onDecide }: RequestPanelProps) {
  const { request, title, error, readAgain } = open;
  const isLoading = useDelay(request === undefined && error === null);
  return (
    <Container
      header={
        <Header
          variant="h2"
          info={request && <StatusBadge status={request.status} />}
          actions={<DecisionButtons open={open} onDecide={onDecide} />}
        >
          {title}
        </Header>
      }
    >
      <SpaceBetween size="m">
        {error !== null && <ErrorPanel error={error} onTryAgain={readAgain} />}
        {isLoading && <Spinner size="large" />}
        {request !== undefined && <RequestDetails open={open} request={request} />}
      </SpaceBetween>
    </Container>
  );
}

const DECISION_LABELS = { approve: 'approve', reject: 'reject', withdraw: 'withdraw' } as const;

function DecisionButtons({ open, onDecide }: RequestPanelProps) {
  if (open.decisions.length === 0) return null;
  return (
    <div className="request-actions">
      <SpaceBetween direction="horizontal" size="xs">
        {open.decisions.map((decision) => (
          <Button
            key={decision}
            variant={decision === 'approve' ? 'primary' : 'normal'}
            onClick={() => onDecide(decision)}
          >
            {requestText(DECISION_LABELS[decision])}
          </Button>
        ))}
      </SpaceBetween>
    </div>
  );
}

interface RequestDetailsProps {
  readonly open: OpenRequest;
  readonly request: StoredRequest;
}

function RequestDetails({ open, request }: RequestDetailsProps) {
  const isPending = request.status === 'PENDING_APPROVAL';
  const preview = usePreview(request.id, isPending);
  const isLoading = useDelay(preview.isLoading);
  return (
    <SpaceBetween size="m">
      <RequestFacts request={request} summary={open.summary} />
      {'operation' in request && <ImportUpload request={request} />}
      {isPending && preview.error !== null && (
        <ErrorPanel error={preview.error} onTryAgain={() => void preview.refetch()} />
      )}
      {isLoading && <Spinner />}
      {isPending && preview.data !== undefined && <PreviewFacts preview={preview.data} />}
      <ExpandableSection headerText={requestText('asked')}>
        <FactTable
          title={requestText('asked')}
          items={listAskedMembers(request)}
          columns={memberColumns}
        />
      </ExpandableSection>
    </SpaceBetween>
  );
}
