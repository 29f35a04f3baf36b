// Turns a sample into the HTTP request that a client sends.
import { fillPath, listPermissions, parseRoute } from '../../functions/operations/operations.ts';
import type { Operation, OperationPermission } from '../../functions/operations/operations.ts';
import type { SampleRequest } from './sample.ts';

export interface SampleHttpRequest {
  readonly api: Operation['api'];
  readonly method: string;
  /** With the query string, if any. */
  readonly path: string;
  /** A permission that is sufficient. */
  readonly permission: OperationPermission;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export function toHttpRequest(row: Operation, sample: SampleRequest = {}): SampleHttpRequest {
  const { path = {}, query = {}, body } = sample;
  const [permission = 'finance.read'] = listPermissions(row);
  const search = new URLSearchParams(query).toString();
  return {
    api: row.api,
    method: parseRoute(row).method,
    path: `${fillPath(row, path)}${search && `?${search}`}`,
    permission,
    ...(body !== undefined && { body }),
  };
}
