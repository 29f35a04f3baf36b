import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ProjectionStatus, SystemState } from '../../../../client/client.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { Instant } from '../../parts/instant.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { FindingStatus } from './finding-status.tsx';
import { systemText } from './messages.ts';
import { describeLag, describeReadModel } from './system-findings.ts';

type FailingEvent = SystemState['failing_events'][number];

const projectionColumns: readonly ListColumn<ProjectionStatus>[] = [
  {
    id: 'name',
    header: systemText('projection'),
    isRowHeader: true,
    cell: ({ projection_name }) => describeReadModel(projection_name),
  },
  {
    id: 'lag',
    header: systemText('lag'),
    cell: (status) => <FindingStatus finding={describeLag(status)} />,
  },
  {
    id: 'failing',
    header: systemText('failingEvents'),
    cell: ({ failing_events = 0 }) => failing_events.toLocaleString(),
  },
  {
    id: 'newest',
    header: systemText('newestEvent'),
    cell: ({ last_occurred_at }) =>
      last_occurred_at === undefined ? '–' : <Instant value={last_occurred_at} />,
  },
];

const eventColumns: readonly ListColumn<FailingEvent>[] = [
  {
    id: 'event',
    header: systemText('event'),
    isRowHeader: true,
    cell: ({ id }) => <CopyId id={id} />,
  },
  {
    id: 'occurred',
    header: systemText('occurred'),
    cell: ({ occurred_at }) => <Instant value={occurred_at} />,
  },
  {
    id: 'projections',
    header: systemText('lacking'),
    cell: ({ projections }) => projections.map(describeReadModel).join(', '),
  },
];

/** How far the read models are, and which events they could not apply. */
export function ProjectionLists({ state }: { readonly state: SystemState | undefined }) {
  const { projections, failing_events: failing } = state ?? {};
  return (
    <SpaceBetween size="m">
      <ItemList
        label={systemText('projections')}
        items={projections}
        columns={projectionColumns}
        readId={({ projection_name }) => projection_name}
        empty={systemText('noProjection')}
        header={<Header variant="h2">{systemText('projections')}</Header>}
        filters={undefined}
        footer={undefined}
      />
      <ItemList
        label={systemText('failingEvents')}
        items={failing}
        columns={eventColumns}
        readId={({ id }) => id}
        empty={systemText('noFailing')}
        header={<Header variant="h2">{systemText('failingEvents')}</Header>}
        filters={undefined}
        footer={
          failing !== undefined && failing.length > 0 ? (
            <Box color="text-body-secondary">{systemText('failingSentence')}</Box>
          ) : undefined
        }
      />
    </SpaceBetween>
  );
}
