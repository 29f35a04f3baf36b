import type { RequestRegulatoryExport } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useLeaveQuestion } from '../../api/submissions/use-leave-question.ts';
import { useSubmission } from '../../api/submissions/use-submission.ts';
import { exportText } from './messages.ts';

/** The one submission of the form. Leaving the page before its end asks first. */
export function useExportRequest(isDirty: boolean) {
  const { workbench } = useApi();
  const submission = useSubmission({
    operation: 'requestRegulatoryExport',
    isDirty,
    send: async (body: RequestRegulatoryExport, key) =>
      requireData(
        await workbench.POST('/api/regulatory-exports', {
          params: { header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
  });
  useLeaveQuestion(submission.stage, isDirty, {
    leave: exportText('leave'),
    leaveUnknown: exportText('leaveUnknown'),
  });
  return submission;
}
