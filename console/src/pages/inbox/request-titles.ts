// What a request asks for, in words.
import type { RequestSummary } from '../../../../client/client.ts';
import type { StoredRequest } from './request-kinds.ts';
import { actionText, inboxText, isKnownAction } from './messages.ts';

/** Describes what a request asks for. An action that is not known here is shown as the API wrote it. */
export function describeAction(action: string): string {
  return isKnownAction(action) ? actionText(action) : action;
}

/** Names a request by its action and its subject. */
export function describeSummary(summary: RequestSummary): string {
  const action = describeAction(summary.type ?? summary.operation);
  const { subject_label: subject } = summary;
  return subject === '' ? action : inboxText('requestTitle', { action, subject });
}

/** Reads the action of a whole request, which each kind has in a member of its own. */
export function readAction(request: StoredRequest): string {
  if ('transition' in request) return request.transition;
  if ('adjustment_type' in request) return request.adjustment_type;
  return 'operation' in request ? request.operation : request.kind;
}
