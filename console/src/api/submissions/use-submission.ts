import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useOperator, useSession } from '../../session/session-context.tsx';
import { useApi } from '../api-clients.ts';
import { readAgain } from '../read-again.ts';
import { forgetOpenSubmission, keepOpenSubmission } from './open-submissions.ts';
import { isUnderWay, Submission } from './submission.ts';
import type { SubmissionStage } from './submission.ts';

export interface SubmissionRequest<Body, Answer> {
  /** The operation of the API. */
  readonly operation: string;
  readonly send: (body: Body, key: string) => Promise<Answer>;
  /** Whether the form has input that leaving would lose. */
  readonly isDirty: boolean;
}

export interface FormSubmission<Body, Answer> {
  readonly stage: SubmissionStage<Answer>;
  /** While true, the input must not change. */
  readonly isLocked: boolean;
  readonly submit: (body: Body) => void;
}

/** A form's one submission, with one Idempotency-Key from its opening to its end. */
export function useSubmission<Body, Answer>(
  request: SubmissionRequest<Body, Answer>,
): FormSubmission<Body, Answer> {
  const { attempts } = useApi();
  const { id: operator } = useOperator();
  const queries = useQueryClient();
  const [submission] = useState(
    () =>
      new Submission<Body, Answer>({
        send: request.send,
        listen: (key, listener) => attempts.listen(key, listener),
      }),
  );
  const stage = useSyncExternalStore(submission.subscribe, submission.getStage);
  const isLocked = isUnderWay(stage) || stage.kind === 'done';
  useKeptPage(request.isDirty && stage.kind !== 'done', isUnderWay(stage));

  const submit = async (body: Body) => {
    const { key } = submission;
    const { operation } = request;
    keepOpenSubmission({ key, operation, sentAt: new Date().toISOString(), operator });
    await submission.submit(body);
    forgetOpenSubmission(key);
    // What has changed is read again, in every part of the page.
    if (submission.getStage().kind === 'done') await readAgain(queries);
  };
  return { stage, isLocked, submit: (body) => void submit(body) };
}

/** Warns before the page is left, and keeps a sign-in from leaving it. */
export function useKeptPage(isDirty: boolean, isSending: boolean): void {
  const session = useSession();
  const isKept = isDirty || isSending;
  useEffect(() => {
    if (!isKept) return undefined;
    const release = session.keepPage();
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      release();
      window.removeEventListener('beforeunload', warn);
    };
  }, [isKept, session]);
}
