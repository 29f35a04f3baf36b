import Alert from '@cloudscape-design/components/alert';
import { ApiFailure } from '../../../api/api-failure.ts';
import { readPointer } from '../../../values/json-members.ts';
import { MarkedText } from './marked-text.tsx';
import { editingText } from './messages.ts';
import { parseExpressionSentence } from './text-position.ts';

interface RefusedExpressionsProps {
  readonly failure: Error;
  /** The request, in which the refusal names expressions by JSON pointer. */
  readonly body: unknown;
}

/** The expressions of a request that the API refused, marked where it says. */
export function RefusedExpressions({ failure, body }: RefusedExpressionsProps) {
  const sentences = failure instanceof ApiFailure ? failure.sentences : [];
  const faults = sentences.flatMap((sentence) => parseExpressionSentence(sentence) ?? []);
  const shown = faults.flatMap(({ pointer, ...fault }) => {
    const text = readPointer(body, pointer);
    return typeof text === 'string' ? [{ ...fault, pointer, text }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <Alert type="error" header={editingText('conditionFaults')}>
      {shown.map(({ pointer, ...fault }) => (
        <div key={`${pointer} ${fault.line} ${fault.column}`}>
          {pointer}: <MarkedText {...fault} />
        </div>
      ))}
    </Alert>
  );
}
