import FormField from '@cloudscape-design/components/form-field';
import Textarea from '@cloudscape-design/components/textarea';
import type { ReactNode } from 'react';
import { findPointerOffset } from './check/pointer-offset.ts';
import { listFaultsWithin } from './check/request-faults.ts';
import type { RequestFault } from './check/request-faults.ts';
import { locateOffset, parseJsonText } from './json-text.ts';
import type { JsonReading, JsonShape } from './json-text.ts';
import { MarkedText } from './check/marked-text.tsx';
import { editingText } from './messages.ts';
import { useSettled } from './check/use-settled.ts';
import './editing.css';

interface JsonFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly shape: JsonShape;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isLocked: boolean;
  readonly rows?: number;
  /** The faults of the request, and where the JSON is in it. */
  readonly faults?: readonly RequestFault[];
  readonly pointer?: string;
}

/** JSON, checked as it is typed. */
export function JsonField(props: JsonFieldProps) {
  const { label, hint, shape, value, onChange, isLocked, rows = 8 } = props;
  const { faults = [], pointer = '' } = props;
  const settled = useSettled(value);
  const reading = settled === value ? parseJsonText(value, shape) : undefined;
  const own = pointer === '' ? [] : listFaultsWithin(faults, pointer);
  const fault = reading && describeFault(reading, value, own);
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

function describeFault(
  reading: JsonReading,
  text: string,
  faults: readonly RequestFault[],
): ReactNode {
  if (reading.kind === 'value') return faults.length === 0 ? undefined : markFaults(faults, text);
  if (reading.kind === 'wrong-shape') {
    return editingText(reading.shape === 'list' ? 'needsList' : 'needsObject');
  }
  return <MarkedText {...reading.position} text={text} message={editingText('noJson')} />;
}

// An expression has a position of its own, which is shown with it below.
function markFaults(faults: readonly RequestFault[], text: string): ReactNode {
  return faults.map(({ pointer, message }, index) => {
    const position = locateOffset(text, findPointerOffset(text, pointer));
    return <MarkedText key={`${index} ${pointer}`} {...position} text={text} message={message} />;
  });
}
