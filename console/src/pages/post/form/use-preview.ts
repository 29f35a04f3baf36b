import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type {
  CreateFinancialAdjustment,
  LedgerClient,
  NewJournalEntry,
} from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';

/** An entry that changes is previewed when it has not changed for so long. */
const QUIET_MS = 400;
/** What else is posted meanwhile changes the balances. */
const INTERVAL_MS = 30_000;

/** What a form would send, by its operation. */
export type DraftedPosting =
  | { readonly operation: 'postJournalEntry'; readonly body: NewJournalEntry }
  | {
      readonly operation: 'submitFinancialAdjustmentRequest';
      readonly body: CreateFinancialAdjustment;
    };

/**
 * What posting this, or its approval, would do now. Nothing is read without it, nor while it changes; `isOpen` is
 * false once it is sent.
 */
export function usePreview(posting: DraftedPosting | undefined, isOpen: boolean) {
  const { ledger } = useApi();
  const text = posting === undefined ? undefined : JSON.stringify(posting);
  const quiet = useQuietText(text);
  const isQuiet = text !== undefined && quiet === text;
  const queryKey = useOperationKey('previewPosting', { posting: quiet });
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => readPreview(ledger, JSON.parse(quiet ?? '') as DraftedPosting),
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

async function readPreview(ledger: LedgerClient, { operation, body }: DraftedPosting) {
  if (operation === 'postJournalEntry') {
    return requireData(await ledger.POST('/api/journal-entries/preview', { body }));
  }
  // It can be seen before the operator has said why.
  const { reason, ...others } = body;
  const path = '/api/financial-adjustment-requests/preview';
  return requireData(await ledger.POST(path, { body: reason === '' ? others : body }));
}
