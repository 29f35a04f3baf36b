// What this operator has decided since the page was opened.
import type { DecisionStatus, RequestSummary } from '../../../../client/client.ts';
import type { InboxView } from './inbox-search.ts';

export type DecidedRequests = ReadonlyMap<string, DecisionStatus>;

/** The list follows decisions within moments; those made here show at once. */
export function applyDecisions(
  items: readonly RequestSummary[],
  view: InboxView,
  decided: DecidedRequests,
): readonly RequestSummary[] {
  if (view === 'for-me') return items.filter(({ id }) => !decided.has(id));
  return items.map((item) => ({ ...item, status: decided.get(item.id) ?? item.status }));
}
