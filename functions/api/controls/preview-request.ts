import { previewRequest } from '../../../schemas/generated/operations/preview-request.ts';
import { describePreview, previewDecision } from '../../controls/preview.ts';
import type { ChangeRequest } from '../../domain/requests/change-requests.ts';
import { operation } from '../../runtime/operation.ts';
import { loadApproval } from './approvals.ts';

/** No operator: an approval does the same for each of them, and the maker sees it too. */
const CHECKER = '!checker';

export const handler = operation(previewRequest, async ({ path, session, now }) => {
  const { operation: name, handler: approval } = await loadApproval(path.requestId);
  const approving = { ...session, actor: CHECKER, operation: name, reportRuleFailure: undefined };
  const previewed = await previewDecision(approving, (deciding) =>
    approval.perform(deciding, { path, body: {} }, now),
  );
  // A request that does not exist is not a refusal of its approval.
  if (previewed.refusal?.status === 404) throw previewed.refusal;
  const { control } = (previewed.change?.body ?? {}) as Partial<ChangeRequest>;
  return { body: await describePreview(session, previewed, { control, now }) };
});
