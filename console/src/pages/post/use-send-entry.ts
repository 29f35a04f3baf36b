import type { NewJournalEntry } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import type { SubmittedPosting } from './form/posting-result.tsx';

/** Sends a journal entry; a control may answer with a request instead of the entry. */
export function useSendEntry(): (body: NewJournalEntry, key: string) => Promise<SubmittedPosting> {
  const { ledger } = useApi();
  return async (body, key) =>
    requireData(
      await ledger.POST('/api/journal-entries', {
        params: { header: { 'Idempotency-Key': key } },
        body,
      }),
    );
}
