// What a noun was, who changed it and when. The version of the address is compared with the one before it.
import type { ReactNode } from 'react';
import type { RecordVersion } from '../../../../../client/client.ts';
import { useList } from '../../../api/use-list.ts';
import type { OperationParameters } from '../../../api/queries.ts';
import type { ReadListPage } from '../../../api/list-pages.ts';
import { Instant } from '../../../parts/instant.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { OperatorName } from '../../../parts/operator-name.tsx';
import { RequestLink } from '../../../routing/request-link.tsx';
import { historyText } from './messages.ts';
import { OpenVersion } from './open-version.tsx';
import { useNewestVersion } from './use-newest-version.ts';

/** A version holds all of its noun, so a page of them is short. */
export const VERSION_PAGE_SIZE = 20;

interface VersionHistoryProps {
  /** The operation of the API. */
  readonly operation: string;
  /** What its path names. */
  readonly path: OperationParameters;
  readonly read: ReadListPage<RecordVersion>;
  /** Whether the newest version that is listed is what holds now; versions follow within moments. */
  readonly isCurrent: (newest: RecordVersion | undefined) => boolean;
  /** The version of the address. */
  readonly open: string | undefined;
  /** A link to a version of the page; without a number, to the page without one. */
  readonly link: (version: string | undefined, text: string) => ReactNode;
  /** Names the members of lists, so that one that is added does not change all after it. */
  readonly toComparable?: (content: RecordVersion['content']) => unknown;
}

export function VersionHistory(props: VersionHistoryProps) {
  const { operation, path, read, open, link, toComparable } = props;
  const list = useList({ operation, path, params: {}, pageSize: VERSION_PAGE_SIZE, read });
  useNewestVersion(list, props.isCurrent);
  return (
    <>
      {open !== undefined && (
        <OpenVersion
          version={Number.parseInt(open, 10)}
          list={list}
          closeLink={link(undefined, historyText('closeVersion'))}
          {...(toComparable !== undefined && { toComparable })}
        />
      )}
      <ListPage
        title={historyText('title')}
        level="h2"
        list={list}
        columns={listColumns(link)}
        readId={({ version }) => `${version}`}
        empty={historyText('none')}
      />
    </>
  );
}

function listColumns(link: VersionHistoryProps['link']): readonly ListColumn<RecordVersion>[] {
  return [
    {
      id: 'version',
      header: historyText('version'),
      isRowHeader: true,
      cell: ({ version }) => link(`${version}`, historyText('versionNumber', { version })),
    },
    {
      id: 'changed',
      header: historyText('changed'),
      cell: ({ changed_at }) => <Instant value={changed_at} />,
    },
    {
      id: 'by',
      header: historyText('changedBy'),
      cell: ({ changed_by }) => <OperatorName id={changed_by} />,
    },
    {
      id: 'change',
      header: historyText('change'),
      cell: ({ event_type }) => nameChange(event_type),
    },
    {
      id: 'request',
      header: historyText('request'),
      cell: ({ request_id }) =>
        request_id === undefined ? (
          '–'
        ) : (
          <RequestLink requestId={request_id}>{historyText('openRequest')}</RequestLink>
        ),
    },
  ];
}

/** Reads a page of versions as the lists of the console want it. */
export function toVersionPage(
  page: { readonly items: readonly RecordVersion[]; readonly next_cursor?: string },
  headers: Headers,
) {
  const lag = headers.get('X-Lag-Seconds');
  return {
    items: page.items,
    nextCursor: page.next_cursor,
    lagSeconds: lag === null ? undefined : Number.parseInt(lag, 10),
  };
}

const CHANGES = ['created', 'updated', 'deleted', 'published', 'replaced'] as const;

// The events of all nouns end alike; another one is shown as the API writes it.
function nameChange(eventType: string): string {
  const change = CHANGES.find((name) => eventType.endsWith(`.${name}`));
  return change === undefined ? eventType : historyText(change);
}
