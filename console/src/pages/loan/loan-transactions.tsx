import Flashbar from '@cloudscape-design/components/flashbar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCallback, useState } from 'react';
import type { AdjustmentType, Transaction } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useList } from '../../api/use-list.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { RequestLink } from '../../routing/request-link.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { AdjustmentDialog } from './adjustment/adjustment-dialog.tsx';
import { listAdjustable } from './adjustment/adjustment-draft.ts';
import { loanText } from './messages.ts';
import { buildActionColumn, transactionColumns } from './transaction-columns.tsx';

const PAGE_SIZE = 50;

interface AskedAdjustment {
  readonly transaction: Transaction;
  readonly adjustment: AdjustmentType;
}

/** The transactions of a loan, newest first. */
export function LoanTransactions({ loanId }: { readonly loanId: string }) {
  const list = useLoanTransactions(loanId);
  const mayAsk = useIsPermitted(['finance.write']);
  const [asked, setAsked] = useState<AskedAdjustment>();
  const [requestId, setRequestId] = useState<string>();
  const close = useCallback((submitted?: string) => {
    setAsked(undefined);
    setRequestId(submitted);
  }, []);
  const adjustable = listAdjustable(list.items ?? []);
  const actions = buildActionColumn(adjustable, (transaction, adjustment) =>
    setAsked({ transaction, adjustment }),
  );
  return (
    <SpaceBetween size="m">
      {requestId !== undefined && <RequestedNotice requestId={requestId} />}
      <ListPage
        title={loanText('transactions')}
        level="h2"
        list={list}
        columns={mayAsk ? [...transactionColumns, actions] : transactionColumns}
        readId={({ id }) => id}
        empty={loanText('noTransaction')}
      />
      {asked !== undefined && <AdjustmentDialog {...asked} onClose={close} />}
    </SpaceBetween>
  );
}

function RequestedNotice({ requestId }: { readonly requestId: string }) {
  const action = <RequestLink requestId={requestId}>{loanText('openRequest')}</RequestLink>;
  const content = loanText('requested');
  return <Flashbar items={[{ id: requestId, type: 'success', content, action }]} />;
}

function useLoanTransactions(loanId: string) {
  const { ledger } = useApi();
  return useList({
    operation: 'listLoanTransactions',
    path: { loanId },
    params: {},
    pageSize: PAGE_SIZE,
    read: async (cursor) => {
      const order = 'desc' as const;
      const query = { order, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
      const page = requireData(
        await ledger.GET('/api/loans/{loanId}/transactions', {
          params: { path: { loanId }, query },
        }),
      );
      return { items: page.items, nextCursor: page.next_cursor, lagSeconds: undefined };
    },
  });
}
