import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { JournalEntry } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { useDelay } from '../../parts/use-delay.ts';
import { useIsPermitted } from '../../session/session-context.tsx';
import { ChainTimeline } from './chain-timeline.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { EntryHeader } from './entry-header.tsx';
import { EntryLines, EntryPostings } from './entry-lines.tsx';
import { EvidencePanel } from './evidence-panel.tsx';
import { PendingRequests } from './pending-requests.tsx';

const route = getRouteApi('/journal/$entryId');

export function JournalEntryPage() {
  const { entryId } = route.useParams();
  const { ledger } = useApi();
  const queryKey = useOperationKey('getJournalEntry', { entryId });
  const query = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/journal-entries/{journalEntryId}', {
          params: { path: { journalEntryId: entryId } },
        }),
      ),
  });
  const isLoading = useDelay(query.isPending);
  return (
    <SpaceBetween size="m">
      <EntryHeader key={entryId} entry={query.data} />
      {query.error !== null && (
        <ErrorPanel error={query.error} onTryAgain={() => void query.refetch()} />
      )}
      {isLoading && <Spinner size="large" />}
      {query.data !== undefined && <EntryDetails key={entryId} entry={query.data} />}
    </SpaceBetween>
  );
}

function EntryDetails({ entry }: { readonly entry: JournalEntry }) {
  const mayProve = useIsPermitted(['audit.read', 'compliance.operate']);
  return (
    <SpaceBetween size="m">
      <PendingRequests entry={entry} />
      <EntryFacts entry={entry} />
      <EntryLines entry={entry} />
      <EntryPostings entry={entry} />
      <ChainTimeline entry={entry} />
      {mayProve && <EvidencePanel entry={entry} />}
    </SpaceBetween>
  );
}
