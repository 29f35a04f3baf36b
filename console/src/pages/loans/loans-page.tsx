import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { readListHeaders } from '../../api/list-pages.ts';
import { useList } from '../../api/use-list.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { CreationDialog } from './creation-dialog.tsx';
import type { CreationEnd } from './creation-dialog.tsx';
import { CreationNotice } from './creation-notice.tsx';
import { loanColumns } from './loan-columns.tsx';
import { loansText } from './messages.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const PAGE_SIZE = 50;

const route = getRouteApi('/loans');

export function LoansPage() {
  const { order = 'desc' } = route.useSearch();
  const { ledger } = useApi();
  const [end, setEnd] = useState<CreationEnd>();
  const list = useList({
    operation: 'listLoans',
    params: { order },
    pageSize: PAGE_SIZE,
    read: async (cursor) => {
      const query = { order, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
      const answer = await ledger.GET('/api/loans', { params: { query } });
      return { items: requireData(answer), ...readListHeaders(answer.response.headers) };
    },
  });
  return (
    <SpaceBetween size="m">
      {end !== undefined && <CreationNotice end={end} />}
      <ListPage
        title={pageTitle('loans')}
        level="h1"
        list={list}
        columns={loanColumns}
        readId={({ id }) => id}
        empty={loansText('none')}
        filters={<LoanOrder order={order} />}
        actions={<LoanCreation onEnd={setEnd} />}
      />
    </SpaceBetween>
  );
}

function LoanCreation({ onEnd }: { readonly onEnd: (end?: CreationEnd) => void }) {
  const isPermitted = useIsPermitted(['finance.write']);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(
    (end?: CreationEnd) => {
      setIsOpen(false);
      onEnd(end);
    },
    [onEnd],
  );
  if (!isPermitted) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{loansText('create')}</Button>
      {isOpen && <CreationDialog onClose={close} />}
    </>
  );
}

function LoanOrder({ order }: { readonly order: 'asc' | 'desc' }) {
  const navigate = route.useNavigate();
  const newest = { value: 'desc', label: loansText('newestFirst') };
  const oldest = { value: 'asc', label: loansText('oldestFirst') };
  return (
    <FormField label={loansText('order')}>
      <Select
        options={[newest, oldest]}
        selectedOption={order === 'desc' ? newest : oldest}
        onChange={({ detail }) => {
          const isOldest = detail.selectedOption.value === 'asc';
          void navigate({ search: isOldest ? { order: 'asc' } : {} });
        }}
      />
    </FormField>
  );
}
