import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { RecordVersion } from '../../../../../client/client.ts';
import type { ListReading } from '../../../api/use-list.ts';
import { FieldDifferences } from '../../../parts/facts/field-differences.tsx';
import { historyText } from './messages.ts';
import { useOpenedFocus } from './use-opened-focus.ts';
import { findVersions } from './version-pair.ts';

interface OpenVersionProps {
  readonly version: number;
  readonly list: ListReading<RecordVersion>;
  readonly closeLink: ReactNode;
  readonly toComparable?: (content: RecordVersion['content']) => unknown;
}

/** One version beside the one before it. Older pages are read until both are there. */
export function OpenVersion({ version, list, closeLink, toComparable }: OpenVersionProps) {
  const { items, hasMore, isReading, error, readMore } = list;
  const found =
    items === undefined
      ? ({ kind: 'incomplete' } as const)
      : findVersions(items, { version, hasMore });
  const isIncomplete = found.kind === 'incomplete' && items !== undefined;
  useEffect(() => {
    if (isIncomplete && !isReading && error === null) readMore();
  }, [isIncomplete, isReading, error, readMore]);
  const ref = useOpenedFocus(version);
  return (
    <div ref={ref} tabIndex={-1}>
      <Container
        header={
          <Header variant="h2" actions={closeLink}>
            {historyText('versionNumber', { version })}
          </Header>
        }
      >
        <SpaceBetween size="s">
          {found.kind === 'incomplete' && error === null && <Spinner />}
          {found.kind === 'missing' && historyText('missing', { version })}
          {found.kind === 'found' && (
            <VersionDifferences
              content={found.version}
              before={found.before}
              {...(toComparable !== undefined && { toComparable })}
            />
          )}
        </SpaceBetween>
      </Container>
    </div>
  );
}

interface VersionDifferencesProps {
  readonly content: RecordVersion;
  readonly before: RecordVersion | undefined;
  readonly toComparable?: (content: RecordVersion['content']) => unknown;
}

function VersionDifferences(props: VersionDifferencesProps) {
  const { content: version, before, toComparable = (content) => content } = props;
  const compare = (content: RecordVersion['content'] | undefined) =>
    content === undefined ? {} : toComparable(omitFrame(content));
  return (
    <>
      {before === undefined && <div>{historyText('first')}</div>}
      {version.event_type.endsWith('.deleted') && <div>{historyText('deletion')}</div>}
      <FieldDifferences
        title={historyText('differences', { version: version.version })}
        from={compare(before?.content)}
        to={compare(version.content)}
      />
    </>
  );
}

/** Members that every change changes, or none: the list says them. */
const FRAME = new Set(['tenant_id', 'version', 'created_at', 'updated_at']);

function omitFrame(content: RecordVersion['content']): RecordVersion['content'] {
  return Object.fromEntries(Object.entries(content).filter(([name]) => !FRAME.has(name)));
}
