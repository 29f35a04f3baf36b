import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import type { ChangeRequest, RuleWarning } from '../../../../../client/client.ts';
import { partsText } from '../../../parts/parts-messages.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { RequestLink } from '../../../routing/request-link.tsx';
import { useFocusOnArrival } from './form-focus.ts';
import { editingText } from './messages.ts';

/** What the API answers to a change: the request that waits, or what was changed. */
export type ChangeAnswer = ChangeRequest | object;

interface ChangeResultProps {
  readonly answer: ChangeAnswer;
  /** Whether what took effect is an earlier input of the form. */
  readonly isEarlier: boolean;
  readonly onClose: () => void;
  /** What is said of a change that took effect, if not that it was saved. */
  readonly children?: ReactNode;
}

export function ChangeResult({ answer, isEarlier, onClose, children }: ChangeResultProps) {
  const ref = useFocusOnArrival();
  return (
    <SpaceBetween size="m">
      {isEarlier && <Alert type="info">{partsText('earlierTookEffect')}</Alert>}
      <div ref={ref} tabIndex={-1} role="status">
        {isChangeRequest(answer) ? (
          <Container header={<Header variant="h2">{editingText('waiting')}</Header>}>
            <SpaceBetween size="m">
              <StatusBadge status={answer.status} />
              <div>{editingText('waitingSentence')}</div>
              <RequestLink requestId={answer.id}>{editingText('openRequest')}</RequestLink>
            </SpaceBetween>
          </Container>
        ) : (
          (children ?? <SavedNotice />)
        )}
      </div>
      <WarningList warnings={readWarnings(answer)} />
      <Button onClick={onClose}>{editingText('close')}</Button>
    </SpaceBetween>
  );
}

function SavedNotice() {
  return (
    <Alert type="success" header={editingText('saved')}>
      {editingText('savedSentence')}
    </Alert>
  );
}

function WarningList({ warnings }: { readonly warnings: readonly RuleWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <Alert type="warning" header={editingText('warningsTitle')}>
      <div>{editingText('warningsSentence')}</div>
      {warnings.map(({ line, column, offset, message }) => (
        <div key={offset}>{editingText('position', { line, column, message })}</div>
      ))}
    </Alert>
  );
}

function isChangeRequest(answer: ChangeAnswer): answer is ChangeRequest {
  return 'requested_by' in answer && 'request' in answer;
}

function readWarnings(answer: ChangeAnswer): readonly RuleWarning[] {
  return 'warnings' in answer ? (answer.warnings as readonly RuleWarning[]) : [];
}
