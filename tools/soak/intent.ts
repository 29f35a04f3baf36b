// What an operator wants, whatever happens on the way: asked for under one key until it is answered.
import { setTimeout as sleep } from 'node:timers/promises';
import { Unanswered } from '../../client/client.ts';
import { operations, permissionsOf, routeOf } from '../../functions/operations/operations.ts';
import type { OperationName, Permission } from '../../functions/operations/operations.ts';
import type { SampleRequest } from '../samples/sample.ts';
import { PATIENCE_MS } from './operators.ts';
import type { Operators } from './operators.ts';

export interface Intent extends SampleRequest {
  readonly tenant: string;
  /** The operator's name within the tenant. */
  readonly who: string;
  readonly operation: OperationName;
  readonly key: string;
  /** Made by a sample, which needs what it made as it is. */
  readonly isSample?: boolean;
  /** What it must be refused with; absent: it may be carried out. */
  readonly refusal?: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: Body;
  readonly headers: Headers;
}

/** A JSON object, or list, whose members are known by the operation. */
export type Body = any; // oxlint-disable-line typescript/no-explicit-any

/** The demo operator who may this and little else: nobody decides on what they asked for. */
const HOLDERS: Readonly<Record<Permission, string>> = {
  'finance.read': 'maker',
  'finance.write': 'maker',
  'finance.approve': 'checker',
  'configuration.write': 'configurator',
  'compliance.operate': 'compliance',
  'audit.read': 'auditor',
};

export function holderOf(operation: OperationName): string {
  const [permission = 'finance.read'] = [permissionsOf(operations[operation])].flat();
  return HOLDERS[permission];
}

export const isMutation = ({ operation }: Pick<Intent, 'operation'>): boolean =>
  operations[operation].idempotent;

const ROUND_PAUSE_MS = 250;
/** Nobody can know what became of it, or the token was too old for a clock that went ahead. */
const AGAIN = new Set([401, 429, 500, 502, 503, 504]);

/**
 * Repeats the request under its key until there is a final answer, however often the client gave up.
 * Throws when that takes longer than any disturbance lasts.
 */
export async function perform(operators: Operators, intent: Intent): Promise<Answer> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    let last: string;
    try {
      const answer = await send(operators, intent);
      if (!AGAIN.has(answer.status)) return answer;
      last = `${answer.status} ${answer.text}`;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      last = String(error.cause);
    }
    if (performance.now() > until) {
      const { tenant, operation, key } = intent;
      throw new Error(`${tenant}: ${operation} ${key} is never answered: ${last}`);
    }
    await sleep(ROUND_PAUSE_MS);
  }
}

async function send(operators: Operators, intent: Intent): Promise<Answer> {
  const { tenant, who, operation, path, query, body, key } = intent;
  const row = operations[operation];
  const { method, path: template } = routeOf(row);
  const client = operators.client(`${who}@${tenant}`)[row.api];
  const header = row.idempotent ? { 'Idempotency-Key': key } : {};
  const { data, error, response } = await client.request(method.toLowerCase(), template, {
    params: { path, query, header },
    ...(body !== undefined && { body }),
    parseAs: 'arrayBuffer',
  });
  const isError = !(data instanceof ArrayBuffer);
  const text = isError ? JSON.stringify(error) : Buffer.from(data).toString('utf8');
  const { status, headers } = response;
  return { status, headers, text, body: isError ? error : jsonOf(text) };
}

// An artifact is no JSON.
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
