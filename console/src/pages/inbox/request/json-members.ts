// The members of JSON values, one a row, by JSON pointers, so that a checker reads all of what was asked for.
import type { StoredRequest } from '../request-kinds.ts';

export interface JsonMember {
  readonly path: string;
  readonly value: string;
}

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

/** Lists what a request asks for, and what became of it. */
export function listAskedMembers(request: StoredRequest): readonly JsonMember[] {
  return Object.entries(request)
    .filter(([name]) => !SHARED_MEMBERS.has(name))
    .flatMap(([name, value]) => listMembers(value, `/${escapeName(name)}`));
}

/** Lists the members of a value to their depth. */
export function listMembers(value: unknown, path: string): readonly JsonMember[] {
  if (typeof value !== 'object' || value === null) return [{ path, value: formatJson(value) }];
  const members = Object.entries(value as Readonly<Record<string, unknown>>);
  if (members.length === 0) return [{ path, value: formatJson(value) }];
  return members.flatMap(([name, member]) => listMembers(member, `${path}/${escapeName(name)}`));
}

/** Formats a value for reading: text as it is, anything else as JSON. */
export function formatJson(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
