import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import type { ConsoleClients } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { shortenIdentifier } from '../../values/identifiers.ts';
import { CorrectionForm } from './correction-form.tsx';
import { postText } from './messages.ts';

interface CorrectionPageProps {
  readonly entryId: string | undefined;
  readonly onReset: () => void;
}

/** Reads the entry and its accounts, then shows the form. */
export function CorrectionPage({ entryId, onReset }: CorrectionPageProps) {
  if (entryId === undefined) return <Alert type="info">{postText('correctionNoEntry')}</Alert>;
  return <CorrectedEntry entryId={entryId} onReset={onReset} />;
}

interface CorrectedEntryProps {
  readonly entryId: string;
  readonly onReset: () => void;
}

function CorrectedEntry({ entryId, onReset }: CorrectedEntryProps) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('readCorrectedEntry', { entryId });
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => readCorrectedEntry(ledger, entryId),
    // What is typed starts from it: it must not change meanwhile.
    staleTime: Infinity,
  });
  return (
    <SpaceBetween size="m">
      <Box>
        {postText('correctionSentence')}{' '}
        <PageLink to="/journal/$entryId" params={{ entryId }}>
          {shortenIdentifier(entryId)}
        </PageLink>
      </Box>
      {error !== null && <ErrorPanel error={error} onTryAgain={() => void refetch()} />}
      {data === undefined && error === null && <Spinner size="large" />}
      {data !== undefined && <CorrectionForm {...data} onReset={onReset} />}
    </SpaceBetween>
  );
}

async function readCorrectedEntry(ledger: ConsoleClients['ledger'], journalEntryId: string) {
  const path = { journalEntryId };
  const entry = requireData(
    await ledger.GET('/api/journal-entries/{journalEntryId}', { params: { path } }),
  );
  const ids = [...new Set(entry.account_postings.map(({ account_id }) => account_id))];
  const accounts: Account[] = [];
  for (const accountId of ids) {
    const params = { path: { accountId } };
    accounts.push(requireData(await ledger.GET('/api/accounts/{accountId}', { params })));
  }
  return { entry, accounts };
}
