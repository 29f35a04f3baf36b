// The pipeline every operation runs in: authorize, validate, [read, decide, commit], answer.
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { Refusal } from '../domain/refusals.ts';
import { withRetries } from '../ledger/contention.ts';
import { idempotently } from '../ledger/receipts.ts';
import type { Answer } from '../ledger/receipts.ts';
import { asMutation } from '../ledger/session.ts';
import type { Session } from '../ledger/session.ts';
import { openStore } from '../ledger/store.ts';
import type { Store } from '../ledger/store.ts';
import { operations, routeOf } from '../operations.ts';
import type { Operation } from '../operations.ts';
import { answer, errorAnswer } from './answers.ts';
import type { Headers } from './answers.ts';
import type { Contract } from './contract.ts';
import { openCursor, sealCursor } from './cursors.ts';
import { ledgerEnvironment } from './environment.ts';
import { fingerprintOf } from './json.ts';
import {
  bodyOf,
  callerOf,
  correlationIdOf,
  demandPermission,
  idempotencyKeyOf,
} from './request.ts';
import type { Caller } from './request.ts';
import { record } from './telemetry.ts';
import { validate } from './validate.ts';

/** What an operation's own lines get: the valid request, and one attempt's session and time. */
export type Call<Request> = Request & {
  readonly session: Session;
  readonly now: Date;
  /** The place after which a list goes on, from its cursor; undefined on the first page. */
  readonly after: string | undefined;
};

/** A page of a list: the places become cursors. */
export interface PageAnswer {
  readonly items: readonly unknown[];
  readonly next?: string;
}

/** What an operation gives back: a committed answer, or what it has read. */
type Result = Answer | { readonly body: unknown } | PageAnswer;

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

interface Incoming<Request> {
  readonly request: Request;
  readonly body: unknown;
  readonly session: Session;
}

let store: Store | undefined;

/** Makes the Lambda handler of an operation from its contract and its own few lines. */
export function operation<Request>(
  contract: Contract<Request>,
  run: (call: Call<Request>) => Promise<Result>,
): Handler {
  const row = operations[contract.name];
  // A container that cannot work says so when it starts, not at the first customer.
  store ??= openStore(ledgerEnvironment());
  return async (event, context) => {
    const startedAt = performance.now();
    const correlation = correlationIdOf(event);
    const trace: Trace = { attempts: 0 };
    let failure: unknown;
    let result: APIGatewayProxyResult;
    try {
      const incoming = receive(contract, row, event, correlation, trace);
      result = await respond(row, incoming, event, context, run, trace);
    } catch (error) {
      failure = error;
      result = errorAnswer(error, correlation.id);
    }
    record(
      {
        operation: contract.name,
        tenant: trace.caller?.tenant,
        correlationId: correlation.id,
        status: result.statusCode,
        code: codeOf(failure),
        isReplayed: trace.isReplayed ?? false,
        attempts: trace.attempts,
        startedAt,
      },
      failure,
    );
    return result;
  };
}

/** What the log wants to know of a request on its way. */
interface Trace {
  caller?: Caller;
  attempts: number;
  isReplayed?: boolean;
}

function codeOf(failure: unknown): string | undefined {
  if (failure === undefined) return undefined;
  return failure instanceof Refusal ? failure.code : 'unexpected';
}

// Authorize, then validate: 401, 403 and only then 400 (decisions section 1).
function receive<Request>(
  contract: Contract<Request>,
  row: Operation,
  event: APIGatewayProxyEvent,
  correlation: { id: string; isValid: boolean },
  trace: Trace,
): Incoming<Request> {
  const caller = callerOf(event);
  trace.caller = caller;
  demandPermission(caller, row.permission);
  if (!correlation.isValid) {
    const form = 'must be 1 to 128 of A-Z a-z 0-9 . _ : -';
    throw new Refusal('invalid_correlation_id', `The header X-Correlation-ID ${form}.`);
  }
  const idempotencyKey = row.idempotent ? idempotencyKeyOf(event) : undefined;
  const body = contract.body ? bodyOf(event) : undefined;
  const request = validate(contract, {
    path: presentOf(event.pathParameters),
    query: presentOf(event.queryStringParameters),
    body,
  });
  return {
    request,
    body,
    session: sessionOf(contract.name, caller, correlation.id, idempotencyKey),
  };
}

function presentOf(parameters: Record<string, string | undefined> | null): Record<string, string> {
  const present = Object.entries(parameters ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Record<string, string>;
}

function sessionOf(
  name: string,
  { tenant, subject }: Caller,
  correlationId: string,
  idempotencyKey: string | undefined,
): Session {
  store ??= openStore(ledgerEnvironment());
  return {
    store,
    tenant,
    actor: subject,
    correlationId,
    operation: name,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    read: new Map(),
    returned: new Map(),
  };
}

async function respond<Request>(
  row: Operation,
  incoming: Incoming<Request>,
  event: APIGatewayProxyEvent,
  context: Context,
  run: (call: Call<Request>) => Promise<Result>,
  trace: Trace,
): Promise<APIGatewayProxyResult> {
  const { session } = incoming;
  const scope = cursorScope(incoming, session);
  const after = afterOf(incoming, scope);
  const attempts = () =>
    withRetries(
      (count) => {
        trace.attempts = count;
        // What a lost race brought back is stale after any pause: only the second attempt may use it.
        if (count !== 2) session.returned.clear();
        return run({ ...incoming.request, session, now: new Date(), after });
      },
      () => context.getRemainingTimeInMillis(),
    );
  if (!row.idempotent) return shape(row, await attempts(), scope, session);
  const fingerprint = fingerprintOf(event.httpMethod, event.path, incoming.body);
  const committed = await idempotently(asMutation(session), fingerprint, context, async () => {
    const result = await attempts();
    if (!('text' in result)) throw new Error(`${session.operation} did not commit`);
    return result;
  });
  trace.isReplayed = committed.replayed;
  return shape(row, committed, scope, session);
}

type Scope = Parameters<typeof sealCursor>[0];

function cursorScope(incoming: Incoming<unknown>, session: Session): Scope {
  const { path, query = {} } = incoming.request as { path?: unknown; query?: object };
  const filters = Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'limit');
  const { tenant, operation: name } = session;
  return { tenant, operation: name, filters: [path ?? null, Object.fromEntries(filters)] };
}

function afterOf(incoming: Incoming<unknown>, scope: Scope): string | undefined {
  const { query = {} } = incoming.request as { query?: { cursor?: string } };
  return query.cursor === undefined ? undefined : openCursor(scope, query.cursor);
}

function shape(
  row: Operation,
  result: Result,
  scope: Scope,
  { correlationId }: Session,
): APIGatewayProxyResult {
  if ('text' in result) {
    const { status, text, replayed } = result;
    const headers = {
      ...locationOf(row, text),
      ...(replayed && { 'Idempotency-Replayed': 'true' }),
    };
    return answer(status, text, correlationId, headers);
  }
  if ('body' in result) return answer(row.success, JSON.stringify(result.body), correlationId);
  const next = result.next === undefined ? undefined : sealCursor(scope, result.next);
  if (row.list === 'array') {
    return answer(row.success, JSON.stringify(result.items), correlationId, linkOf(next));
  }
  const page = { items: result.items, ...(next !== undefined && { next_cursor: next }) };
  return answer(row.success, JSON.stringify(page), correlationId);
}

function linkOf(next: string | undefined): Headers {
  if (next === undefined) return {};
  return { Link: `<?cursor=${next}>; rel="next"`, 'X-Next-Cursor': next };
}

function locationOf(row: Operation, text: string): Headers {
  const target = Object.entries(operations).find(([name]) => name === row.locates)?.[1];
  if (!target) return {};
  const { id } = JSON.parse(text) as { id: string };
  return { Location: routeOf(target).path.replace(/\{\w+\}$/, encodeURIComponent(id)) };
}
