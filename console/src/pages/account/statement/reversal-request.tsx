import { useCallback } from 'react';
import type { AccountEntry } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { RequestDialog } from '../../../parts/requests/request-dialog.tsx';
import type { RequestReference } from '../../../parts/requests/request-dialog.tsx';
import { formatAmount } from '../../../values/money.ts';
import { statementText } from './messages.ts';
import { nameDirection } from './statement-columns.tsx';

interface ReversalRequestProps {
  readonly entry: AccountEntry;
  /** `requestId` is the request that was submitted, if one was. */
  readonly onClose: (requestId?: string) => void;
}

/** Asks for the reversal of an entry of the statement; another operator decides. */
export function ReversalRequest({ entry, onClose }: ReversalRequestProps) {
  const { ledger } = useApi();
  const close = useCallback((request?: RequestReference) => onClose(request?.id), [onClose]);
  const { amount, currency, direction } = entry;
  return (
    <RequestDialog<RequestReference, AccountEntry>
      fields={entry}
      operation="submitFinancialAdjustmentRequest"
      title={statementText('askToReverse')}
      question={statementText('questionReverse', {
        amount: formatAmount(amount),
        currency,
        direction: nameDirection(direction),
      })}
      send={async ({ reason, fields }, key) =>
        requireData(
          await ledger.POST('/api/financial-adjustment-requests', {
            params: { header: { 'Idempotency-Key': key } },
            body: { ...findTarget(fields), adjustment_type: 'REVERSAL', reason },
          }),
        )
      }
      onClose={close}
    />
  );
}

// The entry of a loan transaction is adjusted together with the transaction.
function findTarget({ transaction_id, journal_entry_id = '' }: AccountEntry) {
  return transaction_id === undefined
    ? { target_type: 'JOURNAL_ENTRY' as const, target_id: journal_entry_id }
    : { target_type: 'TRANSACTION' as const, target_id: transaction_id };
}
