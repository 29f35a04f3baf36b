// A form with one submission. What the operator must know of its state is said here for every form.
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import type { SubmissionStage } from '../api/submissions/submission.ts';
import { useSession, useSessionState } from '../session/session-context.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { partsText } from './parts-messages.ts';

interface SubmissionFormProps {
  readonly stage: SubmissionStage<unknown>;
  readonly submitLabel: string;
  /** The button waits for something that the form has asked for. */
  readonly isWaiting?: boolean;
  /** Called when the input may be sent; the form checks it first. */
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

export function SubmissionForm(props: SubmissionFormProps) {
  const { stage, submitLabel, isWaiting = false, onSubmit, onCancel, children } = props;
  const isOpen = stage.kind === 'open' || stage.kind === 'refused';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isOpen && !isWaiting) onSubmit();
      }}
    >
      <Form
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            <Button formAction="none" variant="link" disabled={!isOpen} onClick={onCancel}>
              {partsText('cancel')}
            </Button>
            <Button variant="primary" loading={isWaiting || (!isOpen && stage.kind !== 'done')}>
              {submitLabel}
            </Button>
          </SpaceBetween>
        }
      >
        <SpaceBetween size="m">
          {children}
          <StageNotice stage={stage} />
          <SignInOffer />
        </SpaceBetween>
      </Form>
    </form>
  );
}

/** The form waits for the sign-in, in a window that leaves it as it is. */
export function SignInOffer() {
  const session = useSession();
  const state = useSessionState();
  if (state.kind !== 'signed-in' || !state.isInterrupted) return null;
  return (
    <Alert
      type="warning"
      header={partsText('interruptedTitle')}
      action={
        <Button formAction="none" onClick={() => void session.signInByWindow()}>
          {partsText('signIn')}
        </Button>
      }
    >
      {partsText('interruptedSentence')}
    </Alert>
  );
}

function StageNotice({ stage }: { readonly stage: SubmissionStage<unknown> }) {
  switch (stage.kind) {
    case 'repeating':
      return <Alert type="info">{partsText('noAnswerYet')}</Alert>;
    case 'unknown':
      return (
        <Alert type="warning" header={partsText('unknownTitle')}>
          {partsText('unknownSentence')}
        </Alert>
      );
    case 'confirming':
      return <Alert type="warning">{partsText('confirming')}</Alert>;
    case 'refused':
      return <ErrorPanel error={stage.failure} />;
    case 'done':
      return stage.isEarlier ? <Alert type="info">{partsText('earlierTookEffect')}</Alert> : null;
    case 'open':
    case 'sending':
      return null;
  }
}
