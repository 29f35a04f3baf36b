import Flashbar from '@cloudscape-design/components/flashbar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { Account, AccountEntry } from '../../../../../client/client.ts';
import { loadPart } from '../../../parts/load-part.tsx';
import type { ListColumn } from '../../../parts/item-list.tsx';
import { ListPage } from '../../../parts/list-page.tsx';
import { PeriodFilter } from '../../../parts/reports/period-filter.tsx';
import { RequestLink } from '../../../routing/request-link.tsx';
import { EntryActions } from './entry-actions.tsx';
import { statementText } from './messages.ts';
import { statementColumns } from './statement-columns.tsx';
import { StatementFiles } from './statement-files.tsx';
import { StatementSummary } from './statement-summary.tsx';
import { useStatement } from './use-statement.ts';

const ReversalRequest = loadPart(
  async () => (await import('./reversal-request.tsx')).ReversalRequest,
);

const route = getRouteApi('/accounts/$accountId');

/** The entries of an account in a period, newest first, between its balances. */
export function Statement({ account }: { readonly account: Account }) {
  const navigate = route.useNavigate();
  const period = route.useSearch();
  const { list, readPage, timeZone } = useStatement(account.id, period);
  const [reversed, setReversed] = useState<AccountEntry>();
  const [requestId, setRequestId] = useState<string>();
  const close = useCallback((submitted?: string) => {
    setReversed(undefined);
    setRequestId(submitted);
  }, []);
  return (
    <SpaceBetween size="m">
      {requestId !== undefined && <RequestNotice requestId={requestId} />}
      <ListPage
        title={statementText('title')}
        level="h2"
        list={list}
        columns={[...statementColumns, buildActionColumn(setReversed)]}
        readId={({ id }) => id}
        empty={statementText(Object.keys(period).length > 0 ? 'noMatch' : 'noEntry')}
        filters={
          <SpaceBetween size="m">
            <PeriodFilter
              key={JSON.stringify(period)}
              period={period}
              hint={statementText('days', { zone: timeZone })}
              onShow={(search) => void navigate({ search, resetScroll: false })}
            />
            <StatementSummary period={period} currency={account.currency} list={list} />
          </SpaceBetween>
        }
        actions={
          <StatementFiles
            account={account}
            period={period}
            readPage={readPage}
            isDisabled={list.summary === undefined}
          />
        }
      />
      {reversed !== undefined && (
        <ReversalRequest key={reversed.id} entry={reversed} onClose={close} />
      )}
    </SpaceBetween>
  );
}

function buildActionColumn(onReverse: (entry: AccountEntry) => void): ListColumn<AccountEntry> {
  return {
    id: 'actions',
    header: statementText('actions'),
    cell: (entry) => <EntryActions entry={entry} onReverse={onReverse} />,
  };
}

function RequestNotice({ requestId }: { readonly requestId: string }) {
  return (
    <Flashbar
      items={[
        {
          id: requestId,
          type: 'success',
          content: statementText('requested'),
          action: <RequestLink requestId={requestId}>{statementText('openRequest')}</RequestLink>,
        },
      ]}
    />
  );
}
