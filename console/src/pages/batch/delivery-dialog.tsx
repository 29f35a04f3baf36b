import Alert from '@cloudscape-design/components/alert';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import type { InputProps } from '@cloudscape-design/components/input';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useSubmission } from '../../api/submissions/use-submission.ts';
import { TextField } from '../../parts/fields/text-field.tsx';
import { useFirstFocus } from '../../parts/fields/use-first-focus.ts';
import { SubmissionForm } from '../../parts/submission-form.tsx';
import { buildDeliveryInput, findDeliveryFaults, formatDeliveryTime } from './delivery-time.ts';
import type { DeliveryFaults, DeliveryInput } from './delivery-time.ts';
import { batchText } from './messages.ts';

interface DeliveryDialogProps {
  readonly batchId: string;
  readonly onClose: (wasRecorded: boolean) => void;
}

/** Records the delivery of an export, once. */
export function DeliveryDialog({ batchId, onClose }: DeliveryDialogProps) {
  const [input, setInput] = useState(() => buildDeliveryInput(new Date()));
  const [faults, setFaults] = useState<DeliveryFaults>({});
  const { stage, isLocked, submit } = useDeliveryRecord(batchId, input.reference !== '');
  useEffect(() => {
    if (stage.kind === 'done') onClose(true);
  }, [stage.kind, onClose]);
  const check = (): boolean => {
    const found = findDeliveryFaults(input, new Date());
    setFaults(found);
    return Object.keys(found).length === 0;
  };
  const close = () => {
    if (!isLocked) onClose(false);
  };
  return (
    <Modal visible header={batchText('deliver')} onDismiss={close}>
      <SubmissionForm
        stage={stage}
        submitLabel={batchText('deliver')}
        onSubmit={() => {
          if (check()) submit(input);
        }}
        onCancel={close}
      >
        <SpaceBetween size="m">
          <Alert type="warning">{batchText('deliveryQuestion')}</Alert>
          <DeliveryFields
            input={input}
            faults={faults}
            isLocked={isLocked}
            onChange={(change) => setInput({ ...input, ...change })}
          />
        </SpaceBetween>
      </SubmissionForm>
    </Modal>
  );
}

interface DeliveryFieldsProps {
  readonly input: DeliveryInput;
  readonly faults: DeliveryFaults;
  readonly isLocked: boolean;
  readonly onChange: (change: Partial<DeliveryInput>) => void;
}

const FIELDS = [
  ['day', 'deliveredDay'],
  ['time', 'deliveredTime'],
] as const;

function DeliveryFields({ input, faults, isLocked, onChange }: DeliveryFieldsProps) {
  const field = useFirstFocus<InputProps.Ref>();
  return (
    <SpaceBetween size="m">
      <FormField
        label={batchText('authorityReference')}
        description={batchText('authorityReferenceHint')}
        {...(faults.reference !== undefined && { errorText: batchText(faults.reference) })}
      >
        <Input
          ref={field}
          value={input.reference}
          readOnly={isLocked}
          onChange={({ detail }) => onChange({ reference: detail.value })}
        />
      </FormField>
      <ColumnLayout columns={2}>
        {FIELDS.map(([name, label]) => {
          const fault = faults[name];
          return (
            <TextField
              key={name}
              label={batchText(label)}
              error={fault && batchText(fault)}
              value={input[name]}
              isLocked={isLocked}
              onChange={(text) => onChange({ [name]: text })}
            />
          );
        })}
      </ColumnLayout>
    </SpaceBetween>
  );
}

function useDeliveryRecord(batchId: string, isDirty: boolean) {
  const { workbench } = useApi();
  return useSubmission({
    operation: 'recordExportDelivery',
    isDirty,
    send: async (input: DeliveryInput, key) =>
      requireData(
        await workbench.POST('/api/regulatory-exports/{batchId}/delivery', {
          params: { path: { batchId }, header: { 'Idempotency-Key': key } },
          body: {
            authority_reference: input.reference.trim(),
            delivered_at: formatDeliveryTime(input),
          },
        }),
      ),
  });
}
