// A form that changes the configuration: a draft until it is sent, with one Idempotency-Key, and then what has
// become of it.
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTenant } from '../../../api/use-tenant.ts';
import type { DraftEditing } from '../../../api/submissions/use-draft.ts';
import { useSubmission } from '../../../api/submissions/use-submission.ts';
import { FieldDifferences } from '../../../parts/facts/field-differences.tsx';
import { SubmissionForm } from '../../../parts/submission-form.tsx';
import { formatInstant } from '../../../values/instants.ts';
import { ChangeResult } from './change-result.tsx';
import type { ChangeAnswer } from './change-result.tsx';
import { focusHeading, useFocusOnArrival } from './form-focus.ts';
import { editingText } from './messages.ts';
import { RefusedExpressions } from './refused-expressions.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';

interface ChangeFormProps<Input extends object, Body> {
  readonly title: string;
  /** The operation of the API. */
  readonly operation: string;
  readonly submitLabel: string;
  readonly draft: DraftEditing<Input>;
  /** The input as the request has it, to show what changes and to find the expressions that are refused. */
  readonly describe: (input: Input) => unknown;
  /** The request names only what the operator has changed, so that what others have changed stays. */
  readonly isPartial?: boolean;
  /** Checks the input and shows its faults; undefined if there are any. */
  readonly prepare: () => Body | undefined;
  readonly send: (body: Body, key: string) => Promise<ChangeAnswer>;
  readonly onClose: () => void;
  readonly children: (isLocked: boolean) => ReactNode;
}

export function ChangeForm<Input extends object, Body>(props: ChangeFormProps<Input, Body>) {
  const { title, operation, submitLabel, draft, describe, prepare, send, onClose } = props;
  // The draft is kept, so that leaving the page loses nothing.
  const { stage, isLocked, submit } = useSubmission({ operation, send, isDirty: false });
  const [isEmpty, setIsEmpty] = useState(false);
  const ref = useFocusOnArrival();
  const { discard } = draft;
  useLeaveWarning(stage);
  const isDone = stage.kind === 'done';
  // What was sent is no draft any more.
  useEffect(() => {
    if (isDone) discard();
  }, [isDone, discard]);
  const close = () => {
    onClose();
    focusHeading();
  };
  if (isDone) {
    return <ChangeResult answer={stage.answer} isEarlier={stage.isEarlier} onClose={close} />;
  }
  const sendInput = () => {
    const body = prepare();
    const isSame = JSON.stringify(draft.input) === JSON.stringify(draft.basis);
    setIsEmpty(isSame);
    if (body !== undefined && !isSame) submit(body);
  };
  return (
    <div ref={ref} tabIndex={-1}>
      <Container header={<Header variant="h2">{title}</Header>}>
        <SubmissionForm
          stage={stage}
          submitLabel={submitLabel}
          onSubmit={sendInput}
          onCancel={close}
        >
          <SpaceBetween size="m">
            <DraftNotice draft={draft} isLocked={isLocked} />
            {props.children(isLocked)}
            <InputDifferences {...props} />
            {isEmpty && <Alert type="info">{editingText('nothingToSend')}</Alert>}
            {stage.kind === 'refused' && (
              <RefusedExpressions failure={stage.failure} body={describe(draft.input)} />
            )}
          </SpaceBetween>
        </SubmissionForm>
      </Container>
    </div>
  );
}

interface InputDifferencesProps<Input extends object> {
  readonly draft: DraftEditing<Input>;
  readonly describe: (input: Input) => unknown;
  readonly isPartial?: boolean;
}

function InputDifferences<Input extends object>(props: InputDifferencesProps<Input>) {
  const { draft, describe, isPartial = false } = props;
  if (draft.savedAt === undefined) return null;
  return (
    <FieldDifferences
      title={editingText('differences')}
      from={describe(isPartial ? draft.basis : draft.current)}
      to={describe(draft.input)}
    />
  );
}

interface DraftNoticeProps {
  readonly draft: DraftEditing<object>;
  readonly isLocked: boolean;
}

function DraftNotice({ draft, isLocked }: DraftNoticeProps) {
  const { timeZone } = useTenant();
  if (draft.savedAt === undefined) return null;
  const time = formatInstant(draft.savedAt, timeZone);
  return (
    <SpaceBetween size="xs">
      <SpaceBetween direction="horizontal" size="s" alignItems="center">
        <Box color="text-body-secondary">{editingText('draft', { time })}</Box>
        <Button formAction="none" disabled={isLocked} onClick={draft.discard}>
          {editingText('discard')}
        </Button>
      </SpaceBetween>
      {draft.isOutdated && (
        <Alert type="warning" header={editingText('outdatedTitle')}>
          {editingText('outdatedSentence')}
        </Alert>
      )}
    </SpaceBetween>
  );
}
