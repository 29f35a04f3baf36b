import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { NewWorkflow } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useDraft } from '../../../api/submissions/use-draft.ts';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { ChangeForm } from '../editing/change-form.tsx';
import type { RequestFault } from '../editing/check/request-faults.ts';
import { JsonField } from '../editing/json-field.tsx';
import type { TypedRequest } from '../editing/typed-request.ts';
import { workflowText } from './messages.ts';
import {
  buildWorkflowRequest,
  describeWorkflow,
  EMPTY_WORKFLOW,
  findWorkflowFaults,
} from './workflow-draft.ts';
import type { WorkflowFault, WorkflowInput } from './workflow-draft.ts';

/** Defines a workflow. */
export function WorkflowForm({ onClose }: { readonly onClose: () => void }) {
  const draft = useDraft('workflow', EMPTY_WORKFLOW);
  const [isChecked, setIsChecked] = useState(false);
  const { input, change } = draft;
  const { ledger } = useApi();
  const send = async ({ body, text }: TypedRequest<NewWorkflow>, key: string) =>
    requireData(
      await ledger.POST('/api/workflows', {
        params: { header: { 'Idempotency-Key': key } },
        body,
        bodySerializer: () => text,
      }),
    );
  return (
    <ChangeForm
      title={workflowText('create')}
      operation="createWorkflow"
      submitLabel={workflowText('create')}
      draft={draft}
      describe={describeWorkflow}
      onCheck={() => setIsChecked(true)}
      build={() => buildWorkflowRequest(input)}
      send={send}
      onClose={onClose}
    >
      {(isLocked, requestFaults) => (
        <WorkflowFields
          input={input}
          change={change}
          isLocked={isLocked}
          faults={isChecked ? findWorkflowFaults(input) : []}
          requestFaults={requestFaults}
        />
      )}
    </ChangeForm>
  );
}

interface WorkflowFieldsProps {
  readonly input: WorkflowInput;
  readonly change: (part: Partial<WorkflowInput>) => void;
  readonly isLocked: boolean;
  readonly faults: readonly WorkflowFault[];
  readonly requestFaults: readonly RequestFault[];
}

function WorkflowFields(props: WorkflowFieldsProps) {
  const { input, change, isLocked, faults, requestFaults } = props;
  return (
    <SpaceBetween size="m">
      <div>{workflowText('createSentence')}</div>
      <TextField
        label={workflowText('name')}
        error={faults.includes('name') ? workflowText('nameMissing') : undefined}
        value={input.name}
        isLocked={isLocked}
        onChange={(name) => change({ name })}
      />
      <TextField
        label={workflowText('trigger')}
        description={workflowText('triggerHint')}
        error={faults.includes('trigger') ? workflowText('triggerWrong') : undefined}
        value={input.trigger}
        isLocked={isLocked}
        onChange={(trigger) => change({ trigger })}
      />
      <JsonField
        label={workflowText('stepsLabel')}
        hint={workflowText('stepsHint')}
        shape="list"
        rows={16}
        value={input.steps}
        onChange={(steps) => change({ steps })}
        isLocked={isLocked}
        faults={requestFaults}
        pointer="/steps"
      />
    </SpaceBetween>
  );
}
