// The pipeline every operation runs in: authorize, validate, [read, decide, commit], answer.
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { untilFor, withRetries } from '../ledger/store/retries.ts';
import { idempotently, unlessReceipted } from '../ledger/commit/receipts.ts';
import { asMutation } from '../ledger/commit/session.ts';
import type { Session } from '../ledger/commit/session.ts';
import { openStore } from '../ledger/store/store.ts';
import type { Store } from '../ledger/store/store.ts';
import { permissionsOf } from '../operations/row.ts';
import { errorAnswer } from './answers.ts';
import type { Contract, Served } from './contract.ts';
import { ledgerEnvironment } from './environment.ts';
import { fingerprintOf } from './json.ts';
import {
  bodyOf,
  callerOf,
  correlationIdOf,
  demandPermission,
  idempotencyKeyOf,
  basePathOf,
  parametersOf,
  pathOf,
} from './request.ts';
import { listOf, placeOf, render } from './results.ts';
import type { Result } from './results.ts';
import { record, startTrace } from './telemetry.ts';
import type { Trace } from './telemetry.ts';
import { validate } from './validate.ts';

/** What an operation's own lines get: the valid request, and one attempt's session and time. */
export type Call<Request> = Request & {
  readonly session: Session;
  readonly now: Date;
  /** The place after which a list goes on, from its cursor; undefined on the first page. */
  readonly after: string | undefined;
};

/** The operation's own lines: read, decide, commit. They run anew for each attempt. */
type Run<Request> = (call: Call<Request>) => Promise<Result>;

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Makes the Lambda handler of an operation from its contract and its own few lines. */
export function operation<Request>(contract: Contract<Request>, run: Run<Request>): Handler {
  // A container that cannot work says so when it starts, not at the first customer.
  const store = openStore(ledgerEnvironment());
  return async (event, context) => {
    const trace = startTrace(contract.name, correlationIdOf(event));
    try {
      const received = receive(contract, { row: contract.row, store, event, context, trace });
      const answer = await respond(received, run);
      record(trace, answer.statusCode);
      return answer;
    } catch (error) {
      const answer = errorAnswer(error, trace.correlationId);
      record(trace, answer.statusCode, error);
      return answer;
    }
  };
}

interface Exchange {
  readonly row: Served;
  readonly store: Store;
  readonly event: APIGatewayProxyEvent;
  readonly context: Context;
  readonly trace: Trace;
}

interface Received<Request> extends Exchange {
  readonly request: Request;
  readonly body: unknown;
  readonly session: Session;
}

// Authorize, then validate: 401, 403 and only then 400 (docs/contract.md, Order of refusals).
function receive<Request>(contract: Contract<Request>, exchange: Exchange): Received<Request> {
  const { row, store, event, context, trace } = exchange;
  const caller = callerOf(event);
  trace.tenant = caller.tenant;
  demandPermission(caller, permissionsOf(row));
  trace.demandValidCorrelationId();
  const idempotencyKey = row.idempotent ? idempotencyKeyOf(event) : undefined;
  const body = contract.body ? bodyOf(event) : undefined;
  const request = validate(contract, { ...parametersOf(event), body });
  const session: Session = {
    store: { ...store, until: untilFor(context.getRemainingTimeInMillis()) },
    tenant: caller.tenant,
    actor: caller.subject,
    correlationId: trace.correlationId,
    operation: contract.name,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    read: new Map(),
    returned: new Map(),
    moved: new Set(),
  };
  return { ...exchange, request, body, session };
}

async function respond<Request>(
  received: Received<Request>,
  run: Run<Request>,
): Promise<APIGatewayProxyResult> {
  const { row, event, request, session } = received;
  const { query = {} } = request as { query?: Record<string, unknown> };
  const list = listOf(request as object, session);
  const after = placeOf(request as object, list);
  const attempts = () => attempt(received, run, after);
  const result = row.idempotent ? await once(received, attempts) : await attempts();
  return render(row, result, { list, session, query, base: basePathOf(event) });
}

function attempt<Request>(
  { row, request, session, context, trace }: Received<Request>,
  run: Run<Request>,
  after: string | undefined,
): Promise<Result> {
  return withRetries(
    (count) => {
      trace.attempts = count;
      session.read.clear();
      // What a lost race brought back is stale after any pause: only the next attempt may use it.
      if (count !== 2) session.returned.clear();
      const decide = () => run({ ...request, session, now: new Date(), after });
      return row.idempotent ? unlessReceipted(decide) : decide();
    },
    () => context.getRemainingTimeInMillis(),
  );
}

async function once(received: Received<unknown>, attempts: () => Promise<Result>) {
  const { row, event, context, session, body, trace } = received;
  const fingerprint = fingerprintOf(event.httpMethod, pathOf(row, event), body);
  const answer = await idempotently(asMutation(session), { fingerprint, context }, async () => {
    const result = await attempts();
    if (!('text' in result)) throw new Error(`${session.operation} did not commit`);
    return result;
  });
  trace.isReplayed = answer.replayed;
  return answer;
}
