import { previewFinancialAdjustment } from '../../../schemas/generated/operations/preview-financial-adjustment.ts';
import { describePreview, previewDecision } from '../../controls/preview.ts';
import { operation } from '../../runtime/operation.ts';
import { commitDecidedApproval, decideSubmission } from './decide-adjustment.ts';

/** No operator: an approval does the same for each of them. */
const CHECKER = '!checker';

export const handler = operation(previewFinancialAdjustment, async ({ body, session, now }) => {
  // The entries are described by the reason, which may not be written yet.
  const { reason = '' } = body;
  const previewed = await previewDecision(session, async (deciding) => {
    const pending = await decideSubmission(deciding, body, { reason, now });
    const checking = { ...deciding, actor: CHECKER };
    return commitDecidedApproval(checking, pending, { subject: CHECKER, now });
  });
  // What does not exist is not found, as always.
  if (previewed.refusal?.status === 404) throw previewed.refusal;
  return { body: await describePreview(session, previewed, { control: undefined, now }) };
});
