import type { JournalEntry } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { RequestDialog } from '../../parts/requests/request-dialog.tsx';
import { entryText } from './messages.ts';

interface ReversalDialogProps {
  readonly entry: JournalEntry;
  /** `requestId` is the request that was submitted, if one was. */
  readonly onClose: (requestId?: string) => void;
}

/** Asks for the reversal of the entry; another operator decides. */
export function ReversalDialog({ entry, onClose }: ReversalDialogProps) {
  const { ledger } = useApi();
  const send = async ({ reason }: { readonly reason: string }, key: string) =>
    requireData(
      await ledger.POST('/api/financial-adjustment-requests', {
        params: { header: { 'Idempotency-Key': key } },
        body: { ...findTarget(entry), adjustment_type: 'REVERSAL', reason },
      }),
    );
  return (
    <RequestDialog
      title={entryText('askToReverse')}
      question={entryText('questionReverse')}
      operation="submitFinancialAdjustmentRequest"
      fields={undefined}
      send={send}
      onClose={(request) => onClose(request?.id)}
    />
  );
}

// The entry of a loan transaction is adjusted together with the transaction.
function findTarget({ id, transaction_id }: JournalEntry) {
  return transaction_id === undefined
    ? { target_type: 'JOURNAL_ENTRY' as const, target_id: id }
    : { target_type: 'TRANSACTION' as const, target_id: transaction_id };
}
