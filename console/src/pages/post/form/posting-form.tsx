// The way of a form that posts: input, review, one submission, result. One Idempotency-Key serves all of it.
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { NewJournalEntry } from '../../../../../client/client.ts';
import { listMemberFaults } from '../../../api/member-faults.ts';
import type { MemberFault } from '../../../api/member-faults.ts';
import { useLeaveQuestion } from '../../../api/submissions/use-leave-question.ts';
import { useSubmission } from '../../../api/submissions/use-submission.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { SubmissionForm } from '../../../parts/submission-form.tsx';
import { EntryReview } from './entry-review.tsx';
import { postText } from '../messages.ts';
import { PostingResult } from './posting-result.tsx';
import type { SubmittedPosting } from './posting-result.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { useFocusedFault } from './use-focused-fault.ts';
import { usePreview } from './use-preview.ts';
import type { DraftedPosting } from './use-preview.ts';
import { useRefusedMembers } from './use-refused-members.ts';

/** What will be sent, once the operator has reviewed it. */
export interface ReviewedPosting<Body> {
  readonly body: Body;
  readonly entry: NewJournalEntry;
}

export interface PostingFormInput {
  readonly isLocked: boolean;
  /** What the API requires of members of the request as it is typed. */
  readonly memberFaults: readonly MemberFault[];
}

interface PostingFormProps<Body> {
  /** The operation of the API. */
  readonly operation: DraftedPosting['operation'];
  readonly send: (body: Body, key: string) => Promise<SubmittedPosting>;
  readonly isDirty: boolean;
  readonly isCorrection?: boolean;
  /** What the input would send now; undefined while that is not known. */
  readonly drafted: ReviewedPosting<Body> | undefined;
  /** Reads what the request needs, checks the input and shows its faults; undefined if there are any. */
  readonly review: () => Promise<ReviewedPosting<Body> | undefined>;
  readonly onReset: () => void;
  readonly children: (input: PostingFormInput) => ReactNode;
}

export function PostingForm<Body extends DraftedPosting['body']>(props: PostingFormProps<Body>) {
  const { isCorrection = false, drafted, onReset, children } = props;
  const form = useReviewedForm(props);
  const { stage, reviewed, reviewing, preview, memberFaults } = form;
  if (stage.kind === 'done') {
    return <PostingResult answer={stage.answer} isEarlier={stage.isEarlier} onAnother={onReset} />;
  }
  const entry = reviewed?.entry ?? drafted?.entry;
  return (
    <div ref={form.formRef}>
      <SubmissionForm
        stage={stage}
        submitLabel={labelSubmit(reviewed !== undefined, isCorrection)}
        isWaiting={reviewing.isPending}
        onSubmit={form.proceed}
        onCancel={reviewed === undefined ? onReset : form.change}
      >
        <SpaceBetween size="m">
          {reviewed === undefined ? (
            children({ isLocked: form.isLocked || reviewing.isPending, memberFaults })
          ) : (
            <EntryReview entry={reviewed.entry} isCorrection={isCorrection} />
          )}
          {entry && <PreviewPanel entry={entry} isCorrection={isCorrection} reading={preview} />}
          {reviewing.error !== null && <ErrorPanel error={reviewing.error} />}
        </SpaceBetween>
      </SubmissionForm>
    </div>
  );
}

function useReviewedForm<Body extends DraftedPosting['body']>(props: PostingFormProps<Body>) {
  const { operation, send, isDirty, drafted, review } = props;
  const [reviewed, setReviewed] = useState<ReviewedPosting<Body>>();
  const { formRef, focusFault } = useFocusedFault();
  const { stage, isLocked, submit } = useSubmission({ operation, send, isDirty });
  const { refusedMembers, markSent } = useRefusedMembers(stage, drafted?.body);
  const reviewing = useMutation({
    mutationFn: review,
    onSuccess: (next) => (next === undefined ? focusFault() : setReviewed(next)),
  });
  // Once it is sent, it may have taken effect: a preview would count it twice.
  const current = reviewed ?? drafted;
  const preview = usePreview(current && toDraftedPosting(operation, current), !isLocked);
  useLeaveQuestion(stage, isDirty, {
    leave: postText('leave'),
    leaveUnknown: postText('leaveUnknown'),
  });
  const hasRefusedMembers = refusedMembers.length > 0;
  useEffect(() => {
    if (hasRefusedMembers) setReviewed(undefined);
  }, [hasRefusedMembers]);
  const proceed = () => {
    if (reviewed === undefined) return reviewing.mutate();
    markSent(reviewed.body);
    submit(reviewed.body);
  };
  return {
    formRef,
    stage,
    isLocked,
    reviewed,
    reviewing,
    preview,
    memberFaults: [...listMemberFaults(preview.error), ...refusedMembers],
    proceed,
    change: () => setReviewed(undefined),
  };
}

// The operation of a form says what its body is.
function toDraftedPosting<Body>(
  operation: DraftedPosting['operation'],
  { body }: ReviewedPosting<Body>,
): DraftedPosting {
  return { operation, body } as DraftedPosting;
}

function labelSubmit(isReviewed: boolean, isCorrection: boolean): string {
  if (!isReviewed) return postText('review');
  return postText(isCorrection ? 'askToCorrect' : 'post');
}
