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
import { listMemberFaults } from '../../../api/member-faults.ts';
import type { MemberFault } from '../../../api/member-faults.ts';
import { useTenant } from '../../../api/use-tenant.ts';
import type { DraftEditing } from '../../../api/submissions/use-draft.ts';
import { isUnderWay } from '../../../api/submissions/submission.ts';
import type { SubmissionStage } from '../../../api/submissions/submission.ts';
import { useLeaveQuestion } from '../../../api/submissions/use-leave-question.ts';
import { useSubmission } from '../../../api/submissions/use-submission.ts';
import { FieldDifferences } from '../../../parts/facts/field-differences.tsx';
import { SubmissionForm } from '../../../parts/submission-form.tsx';
import { formatInstant } from '../../../values/instants.ts';
import { ChangeResult } from './change-result.tsx';
import type { ChangeAnswer } from './change-result.tsx';
import { focusHeading, useFocusOnArrival } from './form-focus.ts';
import { editingText } from './messages.ts';
import { ChangeCheckPanel } from './check/change-check.tsx';
import type { RequestFault } from './check/request-faults.ts';
import { useChangePreview } from './check/use-change-preview.ts';
import type { PreviewedOperation, SentChange } from './check/use-change-preview.ts';
import { writeBody } from './typed-request.ts';

interface ChangeFormProps<Input extends object, Body extends object> {
  readonly title: string;
  readonly operation: PreviewedOperation;
  /** The parameters of its path. */
  readonly path?: Readonly<Record<string, string>>;
  /** What is sent for a request, if that is not its body alone. */
  readonly toRequest?: (body: Body) => SentChange;
  readonly submitLabel: string;
  readonly draft: DraftEditing<Input>;
  /** The input as the request has it, to show what changes and where faults are. */
  readonly describe: (input: Input) => unknown;
  /** The request names only what the operator has changed, so that what others have changed stays. */
  readonly isPartial?: boolean;
  /** The request; undefined while the input has faults. */
  readonly build: () => Body | undefined;
  /** Shows the faults of the input. */
  readonly onCheck?: () => void;
  readonly send: (body: Body, key: string) => Promise<ChangeAnswer>;
  readonly onClose: () => void;
  /** Shows the fields, with the faults that the API finds as it is typed, and what it requires of single members. */
  readonly children: (
    isLocked: boolean,
    faults: readonly RequestFault[],
    memberFaults: readonly MemberFault[],
  ) => ReactNode;
}

export function ChangeForm<Input extends object, Body extends object>(
  props: ChangeFormProps<Input, Body>,
) {
  const { title, submitLabel, draft, describe, build, onClose } = props;
  const { stage, isLocked, submit } = useChangeSubmission(props);
  const [isEmpty, setIsEmpty] = useState(false);
  const { memberFaults, markSent } = useMemberFaults(stage, draft.input);
  const ref = useFocusOnArrival();
  const isDone = stage.kind === 'done';
  const { isSame, check } = useDraftCheck(props, isDone);
  useEndOfDraft(isDone, draft.discard);
  const close = () => {
    onClose();
    focusHeading();
  };
  if (stage.kind === 'done') {
    return <ChangeResult answer={stage.answer} isEarlier={stage.isEarlier} onClose={close} />;
  }
  const sendInput = () => {
    props.onCheck?.();
    const body = build();
    setIsEmpty(isSame);
    if (body === undefined || isSame) return;
    markSent();
    submit(body);
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
            {props.children(isLocked, check.faults, memberFaults)}
            <InputDifferences {...props} />
            {isEmpty && <Alert type="info">{editingText('nothingToSend')}</Alert>}
            {!isLocked && <ChangeCheckPanel check={check} body={describe(draft.input)} />}
          </SpaceBetween>
        </SubmissionForm>
      </Container>
    </div>
  );
}

/** A draft that is kept is not lost with the page; before another one is, or a change whose outcome is unknown, it asks. */
function useChangeSubmission<Input extends object, Body extends object>({
  operation,
  send,
  draft,
}: ChangeFormProps<Input, Body>) {
  const isDirty = !draft.isKept;
  const submission = useSubmission({ operation, send, isDirty });
  useLeaveQuestion(submission.stage, isDirty || isUnderWay(submission.stage), {
    leave: editingText('leaveUnkept'),
    leaveUnknown: editingText('leaveUnknown'),
  });
  return submission;
}

/** What the API says of the input as it is typed. */
function useDraftCheck<Input extends object, Body extends object>(
  { operation, path, toRequest = toSent, draft, build }: ChangeFormProps<Input, Body>,
  isDone: boolean,
) {
  const isSame = JSON.stringify(draft.input) === JSON.stringify(draft.basis);
  const drafted = isSame || isDone ? undefined : build();
  const request = drafted && toRequest(drafted);
  return { isSame, check: useChangePreview({ operation, path, ...request }) };
}

function toSent(body: object): SentChange {
  return { text: writeBody(body) };
}

/** What was sent is no draft any more. */
function useEndOfDraft(isDone: boolean, discard: () => void): void {
  useEffect(() => {
    if (isDone) discard();
  }, [isDone, discard]);
}

/** What the API requires of members of the request that it refused, as long as the input is the same. */
function useMemberFaults<Input>(stage: SubmissionStage<unknown>, input: Input) {
  const [sent, setSent] = useState<Input>();
  const failure = stage.kind === 'refused' && sent === input ? stage.failure : undefined;
  return { memberFaults: listMemberFaults(failure), markSent: () => setSent(input) };
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
      {!draft.isKept && <Alert type="warning">{editingText('unkept')}</Alert>}
      {draft.isOutdated && (
        <Alert type="warning" header={editingText('outdatedTitle')}>
          {editingText('outdatedSentence')}
        </Alert>
      )}
    </SpaceBetween>
  );
}
