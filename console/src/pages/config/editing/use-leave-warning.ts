import { useBlocker } from '@tanstack/react-router';
import { isUnderWay } from '../../../api/submissions/submission.ts';
import type { SubmissionStage } from '../../../api/submissions/submission.ts';
import { editingText } from './messages.ts';

/** Asks before the page is left while it is not known what becomes of a change. */
export function useLeaveWarning(stage: SubmissionStage<unknown>): void {
  useBlocker({
    shouldBlockFn: () => !globalThis.confirm(editingText('leaveUnknown')),
    disabled: !isUnderWay(stage),
    enableBeforeUnload: false,
  });
}
