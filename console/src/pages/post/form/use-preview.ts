import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { NewJournalEntry } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';

/** An entry that changes is previewed when it has not changed for so long. */
const QUIET_MS = 400;
/** What else is posted meanwhile changes the balances. */
const INTERVAL_MS = 30_000;

/**
 * What posting the entry would do now. Nothing is read without an entry, nor while it changes; `isOpen` is false once
 * it is sent.
 */
export function usePreview(entry: NewJournalEntry | undefined, isOpen: boolean) {
  const { ledger } = useApi();
  const text = entry === undefined ? undefined : JSON.stringify(entry);
  const quiet = useQuietText(text);
  const isQuiet = text !== undefined && quiet === text;
  const queryKey = useOperationKey('previewJournalEntry', { entry: quiet });
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const body = JSON.parse(quiet ?? '') as NewJournalEntry;
      return requireData(await ledger.POST('/api/journal-entries/preview', { body }));
    },
    enabled: isQuiet && isOpen,
    refetchInterval: INTERVAL_MS,
  });
  return {
    preview: isQuiet ? data : undefined,
    error: isQuiet ? error : null,
    readAgain: () => void refetch(),
  };
}

export type PreviewReading = ReturnType<typeof usePreview>;

function useQuietText(text: string | undefined): string | undefined {
  const [quiet, setQuiet] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return quiet;
}
