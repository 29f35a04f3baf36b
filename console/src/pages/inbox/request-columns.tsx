import Box from '@cloudscape-design/components/box';
import type { RequestSummary } from '../../../../client/client.ts';
import type { ListColumn } from '../../parts/item-list.tsx';
import { MoneyCell, MoneyHeader } from '../../parts/money-cell.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { formatAge } from '../../values/instants.ts';
import type { InboxSearch, InboxView } from './inbox-search.ts';
import { inboxText } from './messages.ts';
import { OperatorName } from './operator-name.tsx';
import { describeSummary } from './request-titles.ts';

const factColumns: readonly ListColumn<RequestSummary>[] = [
  {
    id: 'amount',
    header: <MoneyHeader>{inboxText('amount')}</MoneyHeader>,
    cell: ({ amount, currency }) =>
      amount === undefined ? null : (
        <MoneyCell amount={amount} {...(currency !== undefined && { currency })} />
      ),
  },
  {
    id: 'maker',
    header: inboxText('maker'),
    cell: (request) => <OperatorName id={request.requested_by} name={request.requested_by_name} />,
  },
  {
    id: 'status',
    header: inboxText('status'),
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'age',
    header: inboxText('age'),
    cell: ({ created_at }) => (
      <time dateTime={created_at}>{formatAge(created_at, new Date())}</time>
    ),
  },
];

interface ShownRequests {
  readonly search: InboxSearch;
  readonly view: InboxView;
  readonly openId: string | undefined;
}

/** The columns of the list; the request that is open is in bold. */
export function listColumns({
  search,
  view,
  openId,
}: ShownRequests): readonly ListColumn<RequestSummary>[] {
  // What waits for this operator has one status, whose column would push the age out of sight.
  const facts = factColumns.filter(({ id }) => view !== 'for-me' || id !== 'status');
  return [
    {
      id: 'request',
      header: inboxText('request'),
      isRowHeader: true,
      cell: (request) => (
        <div data-request={request.id}>
          <Box fontWeight={request.id === openId ? 'bold' : 'normal'}>
            <PageLink
              to="/inbox/{-$requestId}"
              params={{ requestId: request.id }}
              search={search}
              replace
            >
              {describeSummary(request)}
            </PageLink>
          </Box>
          <Box variant="small">{request.reason}</Box>
        </div>
      ),
    },
    ...facts,
  ];
}
