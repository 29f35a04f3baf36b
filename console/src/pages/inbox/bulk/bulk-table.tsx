import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import type { RequestSummary } from '../../../../../client/client.ts';
import type { StoredRequest } from '../request-kinds.ts';
import { describeSummary } from '../request-titles.ts';
import type { BulkRow } from './bulk-decision.ts';
import { reportStage } from './bulk-results.ts';
import { bulkText } from './messages.ts';

interface BulkTableProps {
  readonly requests: readonly RequestSummary[];
  readonly rows: readonly BulkRow<StoredRequest>[];
}

const INDICATORS = {
  waiting: 'not-started',
  sending: 'in-progress',
  done: 'success',
  failed: 'error',
} as const;

/** The result of each request. */
export function BulkTable({ requests, rows }: BulkTableProps) {
  const items = requests.map((request, index) => {
    const { stage } = rows[index] ?? { stage: { kind: 'open' } as const };
    return { id: request.id, title: describeSummary(request), ...reportStage(stage) };
  });
  const count = (kind: string) => items.filter((item) => item.kind === kind).length;
  const progress = { done: count('done'), count: items.length, failed: count('failed') };
  return (
    <SpaceBetween size="s">
      <div role="status">{bulkText('progress', progress)}</div>
      <Table
        variant="borderless"
        contentDensity="compact"
        wrapLines
        items={items}
        trackBy="id"
        ariaLabels={{ tableLabel: bulkText('results') }}
        columnDefinitions={[
          {
            id: 'request',
            header: bulkText('request'),
            isRowHeader: true,
            cell: ({ title }) => title,
          },
          {
            id: 'result',
            header: bulkText('result'),
            cell: ({ kind, sentence }) => (
              <StatusIndicator type={INDICATORS[kind]}>{sentence}</StatusIndicator>
            ),
          },
        ]}
      />
    </SpaceBetween>
  );
}
