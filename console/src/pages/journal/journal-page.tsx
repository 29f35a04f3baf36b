import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../api/api-clients.ts';
import { useFilteredList } from '../../api/use-filtered-list.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { journalColumns } from './journal-columns.tsx';
import { JournalFilters } from './journal-filters.tsx';
import type { JournalSearch } from './journal-filters.tsx';
import { journalText } from './messages.ts';
import { pageTitle } from '../../routing/page-titles.ts';

const route = getRouteApi('/journal');

export function JournalPage() {
  const search = route.useSearch();
  const { ledger } = useApi();
  const list = useFilteredList({
    operation: 'listJournalEntries',
    filter: toFilters(search),
    read: (query) => ledger.GET('/api/journal-entries', { params: { query } }),
  });
  const isFiltered = Object.keys(search).length > 0;
  return (
    <ListPage
      title={pageTitle('journal')}
      level="h1"
      list={list}
      columns={journalColumns}
      readId={({ id }) => id}
      empty={journalText(isFiltered ? 'noMatch' : 'none')}
      filters={<JournalFilters key={JSON.stringify(search)} search={search} />}
    />
  );
}

function toFilters({ only, ...search }: JournalSearch) {
  return {
    ...search,
    ...(only === 'differences' && { has_control_differences: 'true' as const }),
    ...(only === 'skipped-rules' && { has_skipped_rules: 'true' as const }),
  };
}
