// The pipeline every operation runs in: authorize, validate, [read, decide, commit], answer.
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { Refusal } from '../domain/refusals.ts';
import { withRetries } from '../ledger/contention.ts';
import { idempotently } from '../ledger/receipts.ts';
import { asMutation } from '../ledger/session.ts';
import type { Session } from '../ledger/session.ts';
import { openStore } from '../ledger/store.ts';
import type { Store } from '../ledger/store.ts';
import { operations } from '../operations.ts';
import type { Operation } from '../operations.ts';
import { errorAnswer } from './answers.ts';
import type { Contract } from './contract.ts';
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
import { listOf, placeOf, render } from './results.ts';
import type { Result } from './results.ts';
import { record } from './telemetry.ts';
import { validate } from './validate.ts';

/** What an operation's own lines get: the valid request, and one attempt's session and time. */
export type Call<Request> = Request & {
  readonly session: Session;
  readonly now: Date;
  /** The place after which a list goes on, from its cursor; undefined on the first page. */
  readonly after: string | undefined;
};

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
  const query = presentOf(event.queryStringParameters);
  const list = listOf(incoming.request as object, session);
  const after = placeOf(incoming.request as object, list);
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
  if (!row.idempotent) return render(row, await attempts(), list, query, session);
  const fingerprint = fingerprintOf(event.httpMethod, event.path, incoming.body);
  const committed = await idempotently(asMutation(session), fingerprint, context, async () => {
    const result = await attempts();
    if (!('text' in result)) throw new Error(`${session.operation} did not commit`);
    return result;
  });
  trace.isReplayed = committed.replayed;
  return render(row, committed, list, query, session);
}
