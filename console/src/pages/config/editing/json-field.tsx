import FormField from '@cloudscape-design/components/form-field';
import Textarea from '@cloudscape-design/components/textarea';
import type { ReactNode } from 'react';
import { parseJsonText } from './json-text.ts';
import type { JsonReading, JsonShape } from './json-text.ts';
import { MarkedText } from './marked-text.tsx';
import { editingText } from './messages.ts';
import { useSettled } from './use-settled.ts';
import './editing.css';

interface JsonFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly shape: JsonShape;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isLocked: boolean;
  readonly rows?: number;
}

/** JSON, checked as it is typed. */
export function JsonField(props: JsonFieldProps) {
  const { label, hint, shape, value, onChange, isLocked, rows = 8 } = props;
  const settled = useSettled(value);
  const fault = settled === value ? describeFault(parseJsonText(value, shape), value) : undefined;
  return (
    <FormField label={label} stretch description={hint} errorText={fault}>
      <div className="code-text">
        <Textarea
          value={value}
          rows={rows}
          spellcheck={false}
          ariaLabel={label}
          readOnly={isLocked}
          onChange={({ detail }) => onChange(detail.value)}
        />
      </div>
    </FormField>
  );
}

function describeFault(reading: JsonReading, text: string): ReactNode {
  if (reading.kind === 'value') return undefined;
  if (reading.kind === 'wrong-shape') {
    return editingText(reading.shape === 'list' ? 'needsList' : 'needsObject');
  }
  return <MarkedText {...reading.position} text={text} message={editingText('noJson')} />;
}
