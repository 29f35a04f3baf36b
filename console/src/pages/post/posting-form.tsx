// The way of a form that posts: input, review, one submission, result. One Idempotency-Key serves all of it.
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { NewJournalEntry } from '../../../../client/client.ts';
import { useSubmission } from '../../api/use-submission.ts';
import { SubmissionForm } from '../../parts/submission-form.tsx';
import { EntryReview } from './entry-review.tsx';
import { postText } from './messages.ts';
import { PostingResult } from './posting-result.tsx';
import type { SubmittedPosting } from './posting-result.tsx';

/** What will be sent, once the operator has reviewed it. */
export interface ReviewedPosting<Body> {
  readonly body: Body;
  readonly entry: NewJournalEntry;
}

interface PostingFormProps<Body> {
  /** The operation of the API. */
  readonly operation: string;
  readonly send: (body: Body, key: string) => Promise<SubmittedPosting>;
  readonly isDirty: boolean;
  readonly isCorrection?: boolean;
  /** Checks the input and shows its faults; undefined if there are any. */
  readonly review: () => ReviewedPosting<Body> | undefined;
  readonly onReset: () => void;
  readonly children: (isLocked: boolean) => ReactNode;
}

export function PostingForm<Body>(props: PostingFormProps<Body>) {
  const { operation, send, isDirty, isCorrection = false, review, onReset, children } = props;
  const [reviewed, setReviewed] = useState<ReviewedPosting<Body>>();
  const { stage, isLocked, submit } = useSubmission({ operation, send, isDirty });
  useBlocker({
    shouldBlockFn: () => {
      const isOpen = stage.kind === 'open' || stage.kind === 'refused';
      return !globalThis.confirm(postText(isOpen ? 'leave' : 'leaveUnknown'));
    },
    disabled: !isDirty || stage.kind === 'done',
    enableBeforeUnload: false,
  });
  if (stage.kind === 'done') {
    return <PostingResult answer={stage.answer} isEarlier={stage.isEarlier} onAnother={onReset} />;
  }
  const next = () => {
    if (reviewed === undefined) setReviewed(review());
    else submit(reviewed.body);
  };
  return (
    <SubmissionForm
      stage={stage}
      submitLabel={labelSubmit(reviewed !== undefined, isCorrection)}
      onSubmit={next}
      onCancel={reviewed === undefined ? onReset : () => setReviewed(undefined)}
    >
      <SpaceBetween size="m">
        {reviewed === undefined ? (
          children(isLocked)
        ) : (
          <EntryReview entry={reviewed.entry} isCorrection={isCorrection} />
        )}
      </SpaceBetween>
    </SubmissionForm>
  );
}

function labelSubmit(isReviewed: boolean, isCorrection: boolean): string {
  if (!isReviewed) return postText('review');
  return postText(isCorrection ? 'askToCorrect' : 'post');
}
