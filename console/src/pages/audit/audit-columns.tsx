import ExpandableSection from '@cloudscape-design/components/expandable-section';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { AuditEvent } from '../../../../client/client.ts';
import { useOperatorName } from '../../api/use-operator-name.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { Instant } from '../../parts/instant.tsx';
import type { ListColumn } from '../../parts/item-list.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { describeActor, describeOperation, hasDirectoryName } from './audit-search.ts';
import type { AuditSearch } from './audit-search.ts';
import { auditText } from './messages.ts';
import { RecordReference } from './record-reference.tsx';

/** As many records as a row names before it folds the others. */
const SUBJECTS_SHOWN = 3;

/** The columns; who and what lead to the events of the same actor or operation. */
export function listAuditColumns(search: AuditSearch): readonly ListColumn<AuditEvent>[] {
  return [
    {
      id: 'at',
      header: auditText('at'),
      isRowHeader: true,
      cell: ({ at }) => <Instant value={at} />,
    },
    {
      id: 'actor',
      header: auditText('actor'),
      cell: (event) => (
        <PageLink to="/audit" search={{ ...search, actor: event.actor }}>
          {hasDirectoryName(event) ? <NamedActor id={event.actor} /> : describeActor(event.actor)}
        </PageLink>
      ),
    },
    {
      id: 'operation',
      header: auditText('operation'),
      cell: ({ operation }) => (
        <PageLink to="/audit" search={{ ...search, operation }}>
          {describeOperation(operation)}
        </PageLink>
      ),
    },
    {
      id: 'subjects',
      header: auditText('subjects'),
      cell: ({ subjects }) => <Subjects ids={subjects} />,
    },
    {
      id: 'outcome',
      header: auditText('outcome'),
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
    },
    { id: 'details', header: auditText('details'), cell: (event) => <Details event={event} /> },
    {
      id: 'correlation',
      header: auditText('correlation'),
      cell: ({ correlation_id: id }) => (id === undefined ? '' : <CopyId id={id} />),
    },
  ];
}

// Not a part that copies the id: inside of a link there is no other control.
function NamedActor({ id }: { readonly id: string }) {
  const name = useOperatorName(id);
  return <span title={id}>{name ?? shortenIdentifier(id)}</span>;
}

function Subjects({ ids }: { readonly ids: readonly string[] }) {
  const folded = ids.slice(SUBJECTS_SHOWN);
  return (
    <>
      <References ids={ids.slice(0, SUBJECTS_SHOWN)} />
      {folded.length > 0 && (
        <ExpandableSection headerText={auditText('moreSubjects', { count: folded.length })}>
          <References ids={folded} />
        </ExpandableSection>
      )}
    </>
  );
}

function References({ ids }: { readonly ids: readonly string[] }) {
  return ids.map((id) => (
    <div key={id}>
      <RecordReference id={id} />
    </div>
  ));
}

function Outcome({ outcome }: Pick<AuditEvent, 'outcome'>) {
  return outcome === 'COMMITTED' ? (
    <StatusIndicator type="success" wrapText={false}>
      {auditText('committed')}
    </StatusIndicator>
  ) : (
    <StatusIndicator type="error" wrapText={false}>
      {auditText('failed')}
    </StatusIndicator>
  );
}

function Details({ event: { event_types = [], details = {} } }: { readonly event: AuditEvent }) {
  const members = Object.entries(details).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}: ${text}`;
  });
  return [...event_types, ...members].map((text) => <div key={text}>{text}</div>);
}
