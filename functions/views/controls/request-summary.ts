import { controlledRequestFields } from '../../ledger/requests/summaries/summary-items.ts';
import type { RequestSummary } from '../../domain/requests/request-summaries.ts';
import { formatMoney, NO_CURRENCY, readCurrency } from '../../domain/values/money.ts';
import type { RequestSummary as RequestSummaryBody } from '../../../schemas/generated/types.ts';

export function toRequestSummaryView(
  { request, kind, subject, operation, type, label, amount, control }: RequestSummary,
  names: ReadonlyMap<string, string>,
): RequestSummaryBody {
  const { id, ...about } = controlledRequestFields.toView(request);
  const name = names.get(request.requestedBy);
  const currency = amount && readCurrency(amount);
  return {
    id,
    kind,
    operation,
    ...(type !== undefined && { type: type as NonNullable<RequestSummaryBody['type']> }),
    subject,
    subject_label: label,
    ...(amount && { amount: formatMoney(amount) }),
    ...(currency !== undefined && currency !== NO_CURRENCY && { currency }),
    ...(control && { control: control as NonNullable<RequestSummaryBody['control']> }),
    ...about,
    ...(name !== undefined && { requested_by_name: name }),
  };
}
