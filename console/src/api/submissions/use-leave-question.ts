import { useBlocker } from '@tanstack/react-router';
import type { SubmissionStage } from './submission.ts';

interface LeaveQuestions {
  /** Whether input may be lost. */
  readonly leave: string;
  /** Whether to leave though the outcome is not known. */
  readonly leaveUnknown: string;
}

/** Asks before another page of the console takes the place of a form with input, or with an outcome not yet known. */
export function useLeaveQuestion(
  stage: SubmissionStage<unknown>,
  isDirty: boolean,
  { leave, leaveUnknown }: LeaveQuestions,
): void {
  useBlocker({
    shouldBlockFn: () => {
      const isOpen = stage.kind === 'open' || stage.kind === 'refused';
      return !globalThis.confirm(isOpen ? leave : leaveUnknown);
    },
    disabled: !isDirty || stage.kind === 'done',
    enableBeforeUnload: false,
  });
}
