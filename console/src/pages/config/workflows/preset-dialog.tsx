import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { ConfirmationDialog } from '../editing/confirmation-dialog.tsx';
import { workflowText } from './messages.ts';

export type WorkflowPreset = 'monthly-fee' | 'loan-approval';

interface PresetDialogProps {
  readonly preset: WorkflowPreset;
  readonly onClose: () => void;
}

/** Defines one of the workflows that the service has ready. */
export function PresetDialog({ preset, onClose }: PresetDialogProps) {
  const { ledger } = useApi();
  const isFee = preset === 'monthly-fee';
  const send = async (key: string) => {
    const request = { params: { header: { 'Idempotency-Key': key } } };
    return requireData(
      isFee
        ? await ledger.POST('/api/workflows/presets/monthly-fee-charge', request)
        : await ledger.POST('/api/workflows/presets/loan-approval-notification', request),
    );
  };
  return (
    <ConfirmationDialog
      title={workflowText(isFee ? 'monthlyFee' : 'loanApproval')}
      sentence={workflowText('presetSentence')}
      submitLabel={workflowText('presetSubmit')}
      operation={
        isFee ? 'createMonthlyFeeChargeWorkflow' : 'createLoanApprovalNotificationWorkflow'
      }
      send={send}
      onClose={onClose}
    />
  );
}
