import type { AccountTransition } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { RequestDialog } from '../../parts/requests/request-dialog.tsx';
import { accountText } from './messages.ts';

interface TransitionDialogProps {
  readonly accountId: string;
  readonly transition: AccountTransition;
  readonly onClose: (wasSent: boolean) => void;
}

const QUESTIONS = {
  FREEZE: ['askToFreeze', 'questionFreeze'],
  UNFREEZE: ['askToUnfreeze', 'questionUnfreeze'],
  CLOSE: ['askToClose', 'questionClose'],
} as const;

/** Asks for a change of the account's status; another operator decides. */
export function TransitionDialog({ accountId, transition, onClose }: TransitionDialogProps) {
  const { ledger } = useApi();
  const [action, question] = QUESTIONS[transition];
  const send = async ({ reason }: { readonly reason: string }, key: string) =>
    requireData(
      await ledger.POST('/api/accounts/{accountId}/status-transitions', {
        params: { path: { accountId }, header: { 'Idempotency-Key': key } },
        body: { transition, reason },
      }),
    );
  return (
    <RequestDialog
      title={accountText(action)}
      question={accountText(question)}
      operation="submitAccountStatusTransition"
      fields={undefined}
      send={send}
      onClose={(answer) => onClose(answer !== undefined)}
    />
  );
}
