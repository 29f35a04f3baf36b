import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQuery } from '@tanstack/react-query';
import type { JournalEntry } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import type { ConsoleClients } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Instant } from '../../parts/instant.tsx';
import { OperatorName } from '../../parts/operator-name.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { readEntryChain } from './entry-chain.ts';
import type { ChainReader, ChainStep } from './entry-chain.ts';
import { entryText } from './messages.ts';
import './chain-timeline.css';

const STEPS = {
  posted: { type: 'success', text: 'chainPosted' },
  reversed: { type: 'stopped', text: 'chainReversed' },
  replaced: { type: 'success', text: 'chainReplaced' },
} as const;

/** The entry, its reversal and its replacement, in the order in which they were posted. */
export function ChainTimeline({ entry }: { readonly entry: JournalEntry }) {
  const { ledger } = useApi();
  // An auditor may read the entries, but not the requests.
  const mayReadRequests = useIsPermitted(['finance.read']);
  const queryKey = useOperationKey('readEntryChain', {
    entryId: entry.id,
    reversedBy: entry.reversed_by,
  });
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => readEntryChain(entry, buildChainReader(ledger, mayReadRequests)),
  });
  return (
    <Container header={<Header variant="h2">{entryText('chain')}</Header>}>
      {error !== null && <ErrorPanel error={error} onTryAgain={() => void refetch()} />}
      <ol className="chain">
        {(data ?? []).map((step) => (
          <ChainItem key={step.entry.id} step={step} isCurrent={step.entry.id === entry.id} />
        ))}
      </ol>
    </Container>
  );
}

interface ChainItemProps {
  readonly step: ChainStep;
  readonly isCurrent: boolean;
}

function ChainItem({ step: { kind, entry }, isCurrent }: ChainItemProps) {
  const { type, text } = STEPS[kind];
  return (
    <li className="chain-step" {...(isCurrent && { 'aria-current': 'true' as const })}>
      <SpaceBetween direction="horizontal" size="xs">
        <StatusIndicator type={type}>{entryText(text)}</StatusIndicator>
        <Instant value={entry.posted_at} />
        <OperatorName id={entry.posted_by} />
        {isCurrent ? (
          entryText('thisEntry')
        ) : (
          <PageLink to="/journal/$entryId" params={{ entryId: entry.id }}>
            {shortenIdentifier(entry.id)}
          </PageLink>
        )}
      </SpaceBetween>
    </li>
  );
}

function buildChainReader(ledger: ConsoleClients['ledger'], mayReadRequests: boolean): ChainReader {
  return {
    readEntry: async (entryId) =>
      requireData(
        await ledger.GET('/api/journal-entries/{journalEntryId}', {
          params: { path: { journalEntryId: entryId } },
        }),
      ),
    findReplacement: async (requestId) => {
      if (!mayReadRequests) return undefined;
      const path = { requestId };
      const request = requireData(
        await ledger.GET('/api/financial-adjustment-requests/{requestId}', { params: { path } }),
      );
      return request.replacement_journal_entry_id;
    },
  };
}
