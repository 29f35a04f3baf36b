// The pipeline every operation runs in: authorize, validate, [read, decide, commit], answer.
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { buildDeadline, withRetries } from '../ledger/store/retries.ts';
import { runIdempotently, replayOnReceipt } from '../ledger/commit/receipts.ts';
import { requireMutationSession } from '../ledger/commit/session.ts';
import type { Session } from '../ledger/commit/session.ts';
import { openStore } from '../ledger/store/store.ts';
import type { Store } from '../ledger/store/store.ts';
import { listPermissions } from '../operations/row.ts';
import { buildErrorAnswer } from './answers.ts';
import type { Contract, ServedOperation } from './contract.ts';
import { readLedgerEnvironment } from './environment.ts';
import { computeFingerprint } from './json.ts';
import {
  readBody,
  readCaller,
  readCorrelationId,
  requirePermission,
  readIdempotencyKey,
  readBasePath,
  readParameters,
  buildPath,
} from './request.ts';
import { buildCursorScope, openRequestCursor, renderResult } from './results.ts';
import type { OperationResult } from './results.ts';
import { recordRequest, startTrace } from './telemetry.ts';
import type { RequestTrace } from './telemetry.ts';
import { validateRequest } from './validate.ts';

/** What an operation's own lines get: the valid request, and one attempt's session and time. */
export type OperationCall<Request> = Request & {
  readonly session: Session;
  readonly now: Date;
  /** The place after which a list goes on, from its cursor; undefined on the first page. */
  readonly after: string | undefined;
};

/** The operation's own lines: read, decide, commit. They run anew for each attempt. */
type OperationRunner<Request> = (call: OperationCall<Request>) => Promise<OperationResult>;

type GatewayHandler = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

/** Makes the Lambda handler of an operation from its contract and its own few lines. */
export function operation<Request>(
  contract: Contract<Request>,
  run: OperationRunner<Request>,
): GatewayHandler {
  // A container that cannot work says so when it starts, not at the first customer.
  const store = openStore(readLedgerEnvironment());
  return async (event, context) => {
    const trace = startTrace(contract.name, readCorrelationId(event));
    try {
      const received = receiveRequest(contract, {
        row: contract.row,
        store,
        event,
        context,
        trace,
      });
      const answer = await respondToRequest(received, run);
      recordRequest(trace, answer.statusCode);
      return answer;
    } catch (error) {
      const answer = buildErrorAnswer(error, trace.correlationId);
      recordRequest(trace, answer.statusCode, error);
      return answer;
    }
  };
}

interface RequestExchange {
  readonly row: ServedOperation;
  readonly store: Store;
  readonly event: APIGatewayProxyEvent;
  readonly context: Context;
  readonly trace: RequestTrace;
}

interface ReceivedRequest<Request> extends RequestExchange {
  readonly request: Request;
  readonly body: unknown;
  readonly session: Session;
}

// Authorize, then validate: 401, 403 and only then 400 (docs/contract.md, Order of refusals).
function receiveRequest<Request>(
  contract: Contract<Request>,
  exchange: RequestExchange,
): ReceivedRequest<Request> {
  const { row, store, event, context, trace } = exchange;
  const caller = readCaller(event);
  trace.tenant = caller.tenant;
  requirePermission(caller, listPermissions(row));
  trace.demandValidCorrelationId();
  const idempotencyKey = row.idempotent ? readIdempotencyKey(event) : undefined;
  const body = contract.body ? readBody(event) : undefined;
  const request = validateRequest(contract, { ...readParameters(event), body });
  const session: Session = {
    store: { ...store, deadline: buildDeadline(context.getRemainingTimeInMillis()) },
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

async function respondToRequest<Request>(
  received: ReceivedRequest<Request>,
  run: OperationRunner<Request>,
): Promise<APIGatewayProxyResult> {
  const { row, event, request, session } = received;
  const { query = {} } = request as { query?: Record<string, unknown> };
  const list = buildCursorScope(request as object, session);
  const after = openRequestCursor(request as object, list);
  const attempts = () => attemptOperation(received, run, after);
  const result = row.idempotent ? await runOnce(received, attempts) : await attempts();
  return renderResult(row, result, { list, session, query, base: readBasePath(event) });
}

function attemptOperation<Request>(
  { row, request, session, context, trace }: ReceivedRequest<Request>,
  run: OperationRunner<Request>,
  after: string | undefined,
): Promise<OperationResult> {
  return withRetries(
    (count) => {
      trace.attempts = count;
      session.read.clear();
      // What a lost race brought back is stale after any pause: only the next attempt may use it.
      if (count !== 2) session.returned.clear();
      const decide = () => run({ ...request, session, now: new Date(), after });
      return row.idempotent ? replayOnReceipt(decide) : decide();
    },
    () => context.getRemainingTimeInMillis(),
  );
}

async function runOnce(
  received: ReceivedRequest<unknown>,
  attempts: () => Promise<OperationResult>,
) {
  const { row, event, context, session, body, trace } = received;
  const fingerprint = computeFingerprint(event.httpMethod, buildPath(row, event), body);
  const answer = await runIdempotently(
    requireMutationSession(session),
    { fingerprint, context },
    async () => {
      const result = await attempts();
      if (!('text' in result)) throw new Error(`${session.operation} did not commit`);
      return result;
    },
  );
  trace.isReplayed = answer.replayed;
  return answer;
}
