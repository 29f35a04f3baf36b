// A request that an operator repeats under one key until it gets a final answer.
import { setTimeout as sleep } from 'node:timers/promises';
import { UnansweredError } from '../../client/client.ts';
import { operations, listPermissions, parseRoute } from '../../functions/operations/operations.ts';
import type { OperationName, OperationPermission } from '../../functions/operations/operations.ts';
import type { SampleRequest } from '../samples/sample.ts';
import { TIMEOUT_MS } from './operator-clients.ts';
import type { OperatorClients } from './operator-clients.ts';

export interface IntendedRequest extends SampleRequest {
  readonly tenant: string;
  /** The operator's name within the tenant. */
  readonly username: string;
  readonly operation: OperationName;
  readonly key: string;
  /** Plans must not change the records of a sample, because other samples depend on them. */
  readonly isSample?: boolean;
  /** The code of the refusal that is required; without it the request may succeed. */
  readonly refusal?: string;
}

export interface SoakAnswer {
  readonly status: number;
  readonly text: string;
  readonly body: AnswerBody;
  readonly headers: Headers;
}

/** A JSON object or list; the operation determines its members. */
export type AnswerBody = any; // oxlint-disable-line typescript/no-explicit-any

/** The demo operator with each permission and few others, so that makers do not decide their own requests. */
const PERMISSION_HOLDERS: Readonly<Record<OperationPermission, string>> = {
  'finance.read': 'maker',
  'finance.write': 'maker',
  'finance.approve': 'checker',
  'configuration.write': 'configurator',
  'compliance.operate': 'compliance',
  'audit.read': 'auditor',
};

export function findPermissionHolder(operation: OperationName): string {
  const [permission = 'finance.read'] = [listPermissions(operations[operation])].flat();
  return PERMISSION_HOLDERS[permission];
}

export const isMutation = ({ operation }: Pick<IntendedRequest, 'operation'>): boolean =>
  operations[operation].idempotent;

const ROUND_PAUSE_MS = 250;
/** The outcome is unknown, or the token has expired on a clock that is ahead (401). */
const RETRIED_STATUSES = new Set([401, 429, 500, 502, 503, 504]);

/**
 * Repeats the request under its key until there is a final answer, even after the client has given up.
 * Throws when that takes longer than any disturbance lasts.
 */
export async function performIntent(
  operators: OperatorClients,
  intent: IntendedRequest,
): Promise<SoakAnswer> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    let last: string;
    try {
      const answer = await sendIntent(operators, intent);
      if (!RETRIED_STATUSES.has(answer.status)) return answer;
      last = `${answer.status} ${answer.text}`;
    } catch (error) {
      if (!(error instanceof UnansweredError)) throw error;
      last = String(error.cause);
    }
    if (performance.now() > deadline) {
      const { tenant, operation, key } = intent;
      throw new Error(`${tenant}: ${operation} ${key} got no final answer: ${last}`);
    }
    await sleep(ROUND_PAUSE_MS);
  }
}

async function sendIntent(
  operators: OperatorClients,
  intent: IntendedRequest,
): Promise<SoakAnswer> {
  const { tenant, username, operation, path, query, body, key } = intent;
  const row = operations[operation];
  const { method, path: template } = parseRoute(row);
  const client = operators.client(`${username}@${tenant}`)[row.api];
  const header = row.idempotent ? { 'Idempotency-Key': key } : {};
  const { data, error, response } = await client.request(method.toLowerCase(), template, {
    params: { path, query, header },
    ...(body !== undefined && { body }),
    parseAs: 'arrayBuffer',
  });
  const isError = !(data instanceof ArrayBuffer);
  const text = isError ? JSON.stringify(error) : Buffer.from(data).toString('utf8');
  const { status, headers } = response;
  return { status, headers, text, body: isError ? error : parseJson(text) };
}

// An artifact need not be JSON.
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
