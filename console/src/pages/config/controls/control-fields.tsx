import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import type { ReactNode } from 'react';
import type { ControlledOperation } from '../../../../../client/client.ts';
import { CONTROLLED_OPERATIONS, nameOperation } from './controlled-operations.ts';
import { MarkedText } from '../editing/check/marked-text.tsx';
import { listFaultsWithin } from '../editing/check/request-faults.ts';
import type { RequestFault } from '../editing/check/request-faults.ts';
import type { ControlInput } from './controls-draft.ts';
import { controlsText } from './messages.ts';

interface ControlFieldsProps {
  readonly controls: readonly ControlInput[];
  readonly onChange: (controls: readonly ControlInput[]) => void;
  readonly isLocked: boolean;
  /** Of the request of all controls. */
  readonly faults: readonly RequestFault[];
}

/** All controls, each with its operation and condition. */
export function ControlFields({ controls, onChange, isLocked, faults }: ControlFieldsProps) {
  const replace = (key: string, part: Partial<ControlInput>) =>
    onChange(controls.map((control) => (control.key === key ? { ...control, ...part } : control)));
  return (
    <SpaceBetween size="l">
      {controls.length === 0 && <div>{controlsText('noneLeft')}</div>}
      {controls.map((control, index) => (
        <ControlRow
          key={control.key}
          control={control}
          faults={listFaultsWithin(faults, `/controls/${index}/when`)}
          isLocked={isLocked}
          onChange={(part) => replace(control.key, part)}
          onRemove={() => onChange(controls.filter(({ key }) => key !== control.key))}
        />
      ))}
      <Button
        formAction="none"
        iconName="add-plus"
        disabled={isLocked}
        onClick={() => onChange([...controls, { ...NEW_CONTROL, key: crypto.randomUUID() }])}
      >
        {controlsText('add')}
      </Button>
    </SpaceBetween>
  );
}

const NEW_CONTROL = { operation: 'postJournalEntry', when: '' } as const;

interface ControlRowProps {
  readonly control: ControlInput;
  /** Of its condition. */
  readonly faults: readonly RequestFault[];
  readonly isLocked: boolean;
  readonly onChange: (part: Partial<ControlInput>) => void;
  readonly onRemove: () => void;
}

function ControlRow({ control, faults, isLocked, onChange, onRemove }: ControlRowProps) {
  const { operation, when } = control;
  const name = nameOperation(operation);
  return (
    <SpaceBetween size="xs">
      <FormField label={controlsText('operation')}>
        <Select
          disabled={isLocked}
          filteringType="auto"
          options={CONTROLLED_OPERATIONS.map((value) => ({ value, label: nameOperation(value) }))}
          selectedOption={{ value: operation, label: name }}
          onChange={({ detail }) =>
            onChange({ operation: detail.selectedOption.value as ControlledOperation })
          }
        />
      </FormField>
      <FormField
        label={controlsText('whenLabel')}
        description={controlsText('whenHint')}
        errorText={faults.length === 0 ? undefined : markFaults(faults, when)}
        stretch
      >
        <div className="code-text">
          <Textarea
            rows={2}
            spellcheck={false}
            ariaLabel={controlsText('whenLabel')}
            value={when}
            readOnly={isLocked}
            onChange={({ detail }) => onChange({ when: detail.value })}
          />
        </div>
      </FormField>
      <Button
        formAction="none"
        disabled={isLocked}
        ariaLabel={controlsText('removeLabel', { operation: name })}
        onClick={onRemove}
      >
        {controlsText('remove')}
      </Button>
    </SpaceBetween>
  );
}

function markFaults(faults: readonly RequestFault[], when: string): ReactNode {
  return faults.map(({ position, message }, index) =>
    position === undefined ? (
      <div key={index}>{message}</div>
    ) : (
      <MarkedText key={index} {...position} text={when} message={message} />
    ),
  );
}
