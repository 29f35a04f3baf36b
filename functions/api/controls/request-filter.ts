// What the list of all requests is filtered by, from its parameters.
import type { AmountFilter } from '../../domain/requests/request-summaries.ts';
import { refuseIf } from '../../domain/refusals/refusals.ts';
import { parseMinor } from '../../domain/values/money.ts';
import { parseTimePeriod } from '../../domain/values/periods.ts';
import type { RequestSummaryFilter } from '../../ledger/requests/summaries/summary-conditions.ts';
import type { ListRequestsRequest } from '../../../schemas/generated/types.ts';

type RequestQuery = ListRequestsRequest['query'];

/** Whether the caller may decide the requests of others. */
export function canDecide(permissions: ReadonlySet<string>): boolean {
  return permissions.has('finance.approve');
}

/** Reads the filters. Refuses with invalid_period, and with invalid_request for a range of amounts without any. */
export function readRequestFilter(
  { status, kind, subject, maker, mine, decidable, order, ...ranges }: RequestQuery,
  permissions: ReadonlySet<string>,
): RequestSummaryFilter {
  const amount = readAmountFilter(ranges);
  return {
    status,
    kind,
    subject,
    maker,
    ...(mine !== undefined && { isMine: mine === 'true' }),
    // Who may not decide can decide no request, so that all of them are listed.
    ...(decidable === 'true' && { isDecidable: true }),
    ...(decidable === 'false' && canDecide(permissions) && { isDecidable: false }),
    ...(amount && { amount }),
    ...parseTimePeriod(ranges),
    order: order === 'asc' ? 'oldest first' : 'newest first',
  };
}

function readAmountFilter({
  amount_from: least,
  amount_to: most,
  currency,
}: Pick<RequestQuery, 'amount_from' | 'amount_to' | 'currency'>): AmountFilter | undefined {
  if (least === undefined && most === undefined && currency === undefined) return undefined;
  const filter = {
    ...(least !== undefined && { from: parseMinor(least) }),
    ...(most !== undefined && { to: parseMinor(most) }),
    ...(currency !== undefined && { currency }),
  };
  refuseIf(
    filter.from !== undefined && filter.to !== undefined && filter.from > filter.to,
    'invalid_request',
    'amount_from is above amount_to.',
  );
  return filter;
}
