// Decides what is selected: a summary first, then a result for each request.
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import type { RequestSummary } from '../../../../../client/client.ts';
import { partsText } from '../../../parts/parts-messages.ts';
import { SignInOffer } from '../../../parts/submission-form.tsx';
import { formatAmount } from '../../../values/money.ts';
import type { StoredRequest } from '../request-kinds.ts';
import { findReasonFault } from '../request/decision-rules.ts';
import { requestText } from '../request/messages.ts';
import { listDecided } from './bulk-results.ts';
import { summarizeRequests } from './bulk-summary.ts';
import { BulkTable } from './bulk-table.tsx';
import { bulkText } from './messages.ts';
import { useBulkDecision } from './use-bulk-decision.ts';
import type { BulkKind } from './use-bulk-decision.ts';

interface BulkDialogProps {
  readonly decision: BulkKind;
  /** What is decided; it must not change while the dialog is open. */
  readonly requests: readonly RequestSummary[];
  readonly onClose: (decided: readonly StoredRequest[]) => void;
}

export function BulkDialog({ decision, requests, onClose }: BulkDialogProps) {
  const run = useBulkDecision(
    requests.map(({ id }) => id),
    decision,
  );
  const { phase, rows } = run;
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const fault = findReasonFault(decision, reason);
  const title = decision === 'approve' ? 'approveTitle' : 'rejectTitle';
  const close = () => {
    if (phase !== 'running') onClose(listDecided(rows));
  };
  const send = () => {
    setIsChecked(true);
    if (fault === undefined) run.start(reason.trim());
  };
  return (
    <Modal
      visible
      size="large"
      header={bulkText(title, { count: requests.length })}
      onDismiss={close}
      footer={<BulkButtons run={run} decision={decision} onSend={send} onClose={close} />}
    >
      <SpaceBetween size="m">
        {phase === 'open' ? (
          <>
            <BulkQuestion requests={requests} />
            <FormField
              label={requestText(decision === 'reject' ? 'reason' : 'reasonOptional')}
              errorText={isChecked ? fault : undefined}
            >
              <Textarea value={reason} onChange={({ detail }) => setReason(detail.value)} />
            </FormField>
          </>
        ) : (
          <BulkTable requests={requests} rows={rows} />
        )}
        <SignInOffer />
      </SpaceBetween>
    </Modal>
  );
}

function BulkQuestion({ requests }: { readonly requests: readonly RequestSummary[] }) {
  const { count, makers, totals, withoutAmount } = summarizeRequests(requests);
  return (
    <div>
      <div>{bulkText('question', { count, makers: bulkText('makers', { count: makers }) })}</div>
      {totals.map(({ currency, amount }) => (
        <Box key={currency} fontWeight="bold">
          {bulkText('total', { amount: `${formatAmount(amount)}\u00a0${currency}`.trim() })}
        </Box>
      ))}
      {withoutAmount > 0 && <div>{bulkText('withoutAmount', { count: withoutAmount })}</div>}
    </div>
  );
}

interface BulkButtonsProps {
  readonly run: ReturnType<typeof useBulkDecision>;
  readonly decision: BulkKind;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

function BulkButtons({ run, decision, onSend, onClose }: BulkButtonsProps) {
  if (run.phase === 'ended') {
    return (
      <Box float="right">
        <Button variant="primary" onClick={onClose}>
          {bulkText('close')}
        </Button>
      </Box>
    );
  }
  return (
    <Box float="right">
      <SpaceBetween direction="horizontal" size="xs" alignItems="center">
        {run.isStopping && <span role="status">{bulkText('stopping')}</span>}
        {run.phase === 'running' ? (
          <Button disabled={run.isStopping} onClick={run.stop}>
            {bulkText('stop')}
          </Button>
        ) : (
          <>
            <Button variant="link" onClick={onClose}>
              {partsText('cancel')}
            </Button>
            <Button variant="primary" onClick={onSend}>
              {bulkText(decision)}
            </Button>
          </>
        )}
      </SpaceBetween>
    </Box>
  );
}
