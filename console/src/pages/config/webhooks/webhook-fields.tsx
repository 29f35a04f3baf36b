import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { EVENT_TYPES } from './event-types.ts';
import { webhookText } from './messages.ts';
import type { WebhookFaults, WebhookInput } from './webhook-draft.ts';

interface WebhookFieldsProps {
  readonly input: WebhookInput;
  readonly change: (part: Partial<WebhookInput>) => void;
  readonly faults: WebhookFaults;
  readonly isLocked: boolean;
}

export function WebhookFields(props: WebhookFieldsProps) {
  const { input, change, faults, isLocked } = props;
  return (
    <SpaceBetween size="m">
      <div>{webhookText('createSentence')}</div>
      <TextField
        label={webhookText('url')}
        hint={webhookText('urlHint')}
        error={faults.url}
        value={input.url}
        inputMode="url"
        isLocked={isLocked}
        onChange={(url) => change({ url })}
      />
      <TextField
        label={webhookText('description')}
        hint={webhookText('descriptionHint')}
        error={faults.description}
        value={input.description}
        isLocked={isLocked}
        onChange={(description) => change({ description })}
      />
      <EventFields {...props} />
      <Checkbox
        checked={input.isEnabled}
        readOnly={isLocked}
        description={webhookText('enabledHint')}
        onChange={({ detail }) => change({ isEnabled: detail.checked })}
      >
        {webhookText('enabledLabel')}
      </Checkbox>
    </SpaceBetween>
  );
}

function EventFields({ input, change, faults, isLocked }: WebhookFieldsProps) {
  const { isEveryEvent, eventTypes } = input;
  const options = [
    { value: 'some', label: webhookText('someEvents') },
    { value: 'every', label: webhookText('everyEvent') },
  ];
  return (
    <SpaceBetween size="m">
      <ChoiceField
        label={webhookText('events')}
        options={options}
        value={isEveryEvent ? 'every' : 'some'}
        isLocked={isLocked}
        errorText={isEveryEvent ? faults.event_types : undefined}
        onChange={(value) => change({ isEveryEvent: value === 'every' })}
      />
      {!isEveryEvent && (
        <FormField label={webhookText('eventTypes')} errorText={faults.event_types}>
          <Multiselect
            options={EVENT_TYPES.map((type) => ({ value: type, label: type }))}
            selectedOptions={eventTypes.map((type) => ({ value: type, label: type }))}
            filteringType="auto"
            filteringAriaLabel={webhookText('findType')}
            placeholder={webhookText('findType')}
            deselectAriaLabel={({ label = '' }) => webhookText('removeType', { type: label })}
            readOnly={isLocked}
            onChange={({ detail }) =>
              change({ eventTypes: detail.selectedOptions.map(({ value = '' }) => value) })
            }
          />
        </FormField>
      )}
    </SpaceBetween>
  );
}
