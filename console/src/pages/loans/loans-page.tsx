import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useApi } from '../../api/api-clients.ts';
import { useFilteredList } from '../../api/use-filtered-list.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { CreationDialog } from './creation-dialog.tsx';
import type { CreationEnd } from './creation-dialog.tsx';
import { CreationNotice } from './creation-notice.tsx';
import { loanColumns } from './loan-columns.tsx';
import { loansText } from './messages.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const route = getRouteApi('/loans');

export function LoansPage() {
  const { order = 'desc' } = route.useSearch();
  const { ledger } = useApi();
  const [end, setEnd] = useState<CreationEnd>();
  const list = useFilteredList({
    operation: 'listLoans',
    filter: { order },
    read: (query) => ledger.GET('/api/loans', { params: { query } }),
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
