import { controlledRequestFields } from '../../ledger/requests/request-summaries.ts';
import type { RequestSummary } from '../../ledger/requests/request-summaries.ts';
import type { RequestSummary as RequestSummaryBody } from '../../../schemas/generated/types.ts';

export function toRequestSummaryView({
  request,
  kind,
  subject,
}: RequestSummary): RequestSummaryBody {
  const { id, ...about } = controlledRequestFields.toView(request);
  return { id, kind, subject, ...about };
}
