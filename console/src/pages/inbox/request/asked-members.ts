import { escapeName, listMembers } from '../../../values/json-members.ts';
import type { JsonMember } from '../../../values/json-members.ts';
import type { StoredRequest } from '../request-kinds.ts';

/** What every request has, and the panel shows by itself. */
const SHARED_MEMBERS = new Set([
  'id',
  'status',
  'reason',
  'control',
  'requested_by',
  'decided_by',
  'decision_reason',
  'failure_reason',
  'failure_code',
  'correlation_id',
  'created_at',
  'decided_at',
  'applied_at',
]);

/** Lists what a request asks for, and what became of it, so that a checker reads all of it. */
export function listAskedMembers(request: StoredRequest): readonly JsonMember[] {
  return Object.entries(request)
    .filter(([name]) => !SHARED_MEMBERS.has(name))
    .flatMap(([name, value]) => listMembers(value, `/${escapeName(name)}`));
}
