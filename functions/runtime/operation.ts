// The pipeline every operation runs in: authorize, validate, [read, decide, commit], answer.
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { untilFor, withRetries } from '../ledger/store/retries.ts';
import { mutate } from '../ledger/commit/mutation.ts';
import { toAnswer } from '../ledger/commit/outcome.ts';
import type { Answer, Outcome } from '../ledger/commit/outcome.ts';
import { isMutation } from '../ledger/commit/session.ts';
import type { MutationScope, RequestScope, Session } from '../ledger/commit/session.ts';
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
import type { ReadResult } from './results.ts';
import { record, startTrace } from './telemetry.ts';
import type { Trace } from './telemetry.ts';
import { validate } from './validate.ts';

/** What an operation's own lines get: the valid request, and one attempt's session and time. */
export type Call<Request> = Request & {
  readonly session: Session;
  readonly now: Date;
  /** The place after which a list continues, from its cursor; undefined on the first page. */
  readonly after: string | undefined;
};

/** The operation's own lines: read, decide, commit. They run again for each attempt. */
type Run<Request> = (call: Call<Request>) => Promise<Outcome | ReadResult>;

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
  readonly scope: RequestScope;
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
  const scope: RequestScope = {
    store: { ...store, until: untilFor(context.getRemainingTimeInMillis()) },
    tenant: caller.tenant,
    actor: caller.subject,
    correlationId: trace.correlationId,
    operation: contract.name,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  return { ...exchange, request, body, scope };
}

async function respond<Request>(
  received: Received<Request>,
  run: Run<Request>,
): Promise<APIGatewayProxyResult> {
  const { row, event, request, scope } = received;
  const { query = {} } = request as { query?: Record<string, unknown> };
  const list = listOf(request as object, scope);
  const after = placeOf(request as object, list);
  const attempt = (session: Session) => run({ ...request, session, now: new Date(), after });
  const result = isMutation(scope)
    ? await mutateOnce(received, scope, attempt)
    : await readResult(received, () => attempt(scope));
  return render(row, result, { list, scope, query, base: basePathOf(event) });
}

async function mutateOnce(
  { row, event, context, body, trace }: Received<unknown>,
  scope: MutationScope,
  decide: (session: Session) => Promise<Outcome | ReadResult>,
): Promise<Answer> {
  const fingerprint = fingerprintOf(event.httpMethod, pathOf(row, event), body);
  const remainingMs = () => context.getRemainingTimeInMillis();
  const outcome = await mutate({ scope, fingerprint, remainingMs }, async (session) => {
    trace.attempts = session.attempt.number;
    const result = await decide(session);
    if (!('kind' in result)) throw new Error(`${scope.operation} did not commit`);
    return result;
  });
  const answer = toAnswer(outcome);
  trace.isReplayed = answer.replayed;
  return answer;
}

async function readResult(
  { scope, context, trace }: Received<unknown>,
  run: () => Promise<Outcome | ReadResult>,
): Promise<ReadResult> {
  const result = await withRetries(
    (count) => {
      trace.attempts = count;
      return run();
    },
    () => context.getRemainingTimeInMillis(),
  );
  if ('kind' in result) throw new Error(`${scope.operation} is not idempotent`);
  return result;
}
