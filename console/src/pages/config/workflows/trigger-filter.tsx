import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { workflowText } from './messages.ts';

interface TriggerFilterProps {
  readonly trigger: string | undefined;
  readonly onFind: (trigger: string) => void;
}

/** The filter of the address. What is typed counts when the form is sent. */
export function TriggerFilter({ trigger, onFind }: TriggerFilterProps) {
  const [text, setText] = useState(trigger ?? '');
  const clear = () => {
    setText('');
    onFind('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onFind(text.trim());
      }}
    >
      <SpaceBetween direction="horizontal" size="m" alignItems="end">
        <FormField label={workflowText('triggerFilter')}>
          <Input value={text} onChange={({ detail }) => setText(detail.value)} />
        </FormField>
        <Button>{workflowText('find')}</Button>
        <Button formAction="none" onClick={clear}>
          {workflowText('clear')}
        </Button>
      </SpaceBetween>
    </form>
  );
}
