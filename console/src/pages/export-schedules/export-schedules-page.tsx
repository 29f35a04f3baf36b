import Alert from '@cloudscape-design/components/alert';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useQuery } from '@tanstack/react-query';
import type { ExportScheduleList } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { partsText } from '../../parts/parts-messages.ts';
import { useDelay } from '../../parts/use-delay.ts';
import { schedulesText } from './messages.ts';
import { ScheduleContainer } from './schedule-container.tsx';
import { pageTitle } from '../../routing/page-titles.ts';

export function ExportSchedulesPage() {
  const { workbench } = useApi();
  const queryKey = useOperationKey('listExportSchedules');
  const query = useQuery({
    queryKey,
    queryFn: async () => requireData(await workbench.GET('/api/export-schedules')),
  });
  const isLoading = useDelay(query.isPending);
  return (
    <SpaceBetween size="m">
      <Header variant="h1">{pageTitle('exportSchedules')}</Header>
      {query.error !== null && (
        <ErrorPanel error={query.error} onTryAgain={() => void query.refetch()} />
      )}
      {isLoading && <Spinner size="large" />}
      {query.data !== undefined && <ScheduleList items={query.data.items} />}
    </SpaceBetween>
  );
}

function ScheduleList({ items }: Pick<ExportScheduleList, 'items'>) {
  if (items.length === 0) return <NoSchedule />;
  return (
    <SpaceBetween size="m">
      {items.map((schedule) => (
        <ScheduleContainer key={schedule.id} schedule={schedule} />
      ))}
    </SpaceBetween>
  );
}

// Who administers is not decided here, so the page has no form for it.
function NoSchedule() {
  const command = schedulesText('command');
  return (
    <Alert type="info" header={schedulesText('none')}>
      <div>{schedulesText('noneSentence')}</div>
      <CopyToClipboard
        variant="inline"
        textToCopy={command}
        copyButtonAriaLabel={partsText('copy', { text: command })}
        copySuccessText={partsText('copied')}
        copyErrorText={partsText('notCopied')}
      />
    </Alert>
  );
}
