import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import type { DecisionPreview } from '../../../../../../client/client.ts';
import { ErrorPanel } from '../../../../parts/error-panel.tsx';
import { readPointer } from '../../../../values/json-members.ts';
import { editingText } from '../messages.ts';
import { MarkedText } from './marked-text.tsx';
import type { RequestFault } from './request-faults.ts';
import type { ChangeCheck } from './use-change-preview.ts';

interface ChangeCheckPanelProps {
  readonly check: ChangeCheck;
  /** The request, in which faults are marked by their pointers. */
  readonly body: unknown;
}

/** What the API says of the change as it is typed; announced as it changes. */
export function ChangeCheckPanel({ check, body }: ChangeCheckPanelProps) {
  const { isChecking, preview, faults, error } = check;
  return (
    <div>
      <div role="status">
        {isChecking && <Box color="text-body-secondary">{editingText('checking')}</Box>}
        {!isChecking && faults.length > 0 && (
          <Alert type="error" header={editingText('wouldBeRefused')}>
            <FaultList faults={faults} body={body} />
          </Alert>
        )}
        {!isChecking && faults.length === 0 && preview !== undefined && (
          <SendableChange preview={preview} body={body} />
        )}
      </div>
      {error !== null && <ErrorPanel error={error} />}
    </div>
  );
}

function SendableChange({ preview, body }: { readonly preview: DecisionPreview; body: unknown }) {
  const { warnings = [] } = preview;
  if (warnings.length === 0) return <Alert type="success">{describeOutcome(preview)}</Alert>;
  const faults = warnings.map(({ expression, message, line, column }) => {
    return { pointer: expression, message, position: { line, column } };
  });
  return (
    <Alert type="warning" header={editingText('wouldWarn')}>
      <FaultList faults={faults} body={body} />
      <div>{describeOutcome(preview)}</div>
    </Alert>
  );
}

function describeOutcome({ outcome, controls: [control] }: DecisionPreview): string {
  if (outcome !== 'PENDING_APPROVAL') return editingText('canBeSent');
  if (control === undefined) return editingText('alwaysWaits');
  const { when, error } = control;
  if (error !== undefined) return editingText('waitsByFaultyControl', { error });
  return when === undefined ? editingText('waits') : editingText('waitsWhen', { when });
}

interface FaultListProps {
  readonly faults: readonly RequestFault[];
  readonly body: unknown;
}

function FaultList({ faults, body }: FaultListProps) {
  return faults.map(({ pointer, message, position }, index) => {
    const text = readPointer(body, pointer);
    const isMarked = position !== undefined && typeof text === 'string';
    return (
      // Two faults may have the same words.
      <div key={`${index} ${pointer}`}>
        {pointer !== '' && `${pointer}: `}
        {isMarked ? <MarkedText {...position} text={text} message={message} /> : message}
      </div>
    );
  });
}
