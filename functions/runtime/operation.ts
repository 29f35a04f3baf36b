// The pipeline of every operation: authorize, validate, [read, decide, commit], answer.
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { StoredCall } from '../domain/requests/change-requests.ts';
import { buildDeadline, withRetries } from '../ledger/store/retries.ts';
import { mutate } from '../ledger/commit/mutation.ts';
import type { QueueMembership } from '../ledger/commit/combining/wait-for-turn.ts';
import { toAnswer } from '../ledger/commit/outcome.ts';
import type { CommittedAnswer, Outcome } from '../ledger/commit/outcome.ts';
import { isMutation } from '../ledger/commit/session.ts';
import type { MutationScope, RequestScope, Session } from '../ledger/commit/session.ts';
import { openStore } from '../ledger/store/store.ts';
import { openTenantStores } from '../ledger/tenants/tenant-stores.ts';
import type { TenantStores } from '../ledger/tenants/tenant-stores.ts';
import { fillPath, listPermissions } from '../operations/row.ts';
import { addCrossOriginHeaders, addUnknownParameters, buildErrorAnswer } from './answers.ts';
import type { Contract, ServedOperation } from './contract.ts';
import { obeyControls } from '../controls/obey-controls.ts';
import { readConsoleOrigin, readLedgerEnvironment, readTenantRole } from './environment.ts';
import { computeFingerprint } from './json.ts';
import {
  readBody,
  readCaller,
  readCorrelationId,
  requirePermission,
  readIdempotencyKey,
  readBasePath,
  readParameters,
} from './request.ts';
import type { RequestCaller } from './request.ts';
import { buildCursorScope, openRequestCursor, renderResult } from './results.ts';
import type { ReadResult } from './results.ts';
import { noteRuleFailure, recordRequest, startTrace } from './telemetry.ts';
import type { RequestTrace } from './telemetry.ts';
import { listUnknownParameters, validateRequest } from './validate.ts';
import type { RawRequest } from './validate.ts';

/** The input of an operation's runner: the valid request, and the session and time of one attempt. */
export type OperationCall<Request> = Request & {
  readonly session: Session;
  readonly now: Date;
  /** The permissions of the caller's token. */
  readonly permissions: ReadonlySet<string>;
  /** Whose that token is, and when it ends; absent where an approval performs the request. */
  readonly token?: Pick<RequestCaller, 'kind' | 'expiresAt'>;
  /** The position after which a list continues, from its cursor; undefined on the first page. */
  readonly after: string | undefined;
};

/** Reads, decides and commits. It runs again for each attempt. */
type OperationRunner<Request> = (call: OperationCall<Request>) => Promise<Outcome | ReadResult>;

type GatewayHandler = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

/** Performs a request that was received before, once it is approved. Refuses what is no longer valid. */
type PerformRequest = (session: Session, stored: StoredCall, now: Date) => Promise<Outcome>;

/** The Lambda handler of an operation, which also performs its requests that waited for an approval. */
export type OperationHandler = GatewayHandler &
  Pick<ServedOperation, 'control'> & { readonly perform: PerformRequest };

/** Makes the handler of an operation from its contract and its runner. */
export function operation<Request>(
  contract: Contract<Request>,
  run: OperationRunner<Request>,
): OperationHandler {
  // A container without its configuration fails when it starts, not at the first request.
  const stores = openTenantStores(openStore(readLedgerEnvironment()), readTenantRole());
  const consoleOrigin = readConsoleOrigin();
  const perform: PerformRequest = async (session, { path, body }, now) => {
    const request = validateRequest(contract, { path: { ...path }, query: {}, body });
    // What the token of the maker has permitted was checked when it was received (ADR 097).
    const call = { ...request, session, now, permissions: new Set<string>(), after: undefined };
    return requireOutcome(contract.name, await run(call));
  };
  const answer: GatewayHandler = async (event, context) => {
    const { requestId } = event.requestContext;
    const trace = startTrace(contract.name, readCorrelationId(event), requestId);
    try {
      const received = receiveRequest(contract, {
        row: contract.row,
        stores,
        event,
        context,
        trace,
      });
      const result = addUnknownParameters(
        await respondToRequest(received, run, perform),
        received.unknownParameters,
      );
      recordRequest(trace, result.statusCode);
      return result;
    } catch (error) {
      const refused = buildErrorAnswer(error, trace.correlationId);
      recordRequest(trace, refused.statusCode, error);
      return refused;
    }
  };
  const handle: GatewayHandler = async (event, context) =>
    addCrossOriginHeaders(await answer(event, context), consoleOrigin);
  const { control } = contract.row;
  return Object.assign(handle, { perform, ...(control && { control }) });
}

function requireOutcome(name: string, result: Outcome | ReadResult): Outcome {
  if (!('kind' in result)) throw new Error(`${name} did not commit`);
  return result;
}

interface RequestExchange {
  readonly row: ServedOperation;
  readonly stores: TenantStores;
  readonly event: APIGatewayProxyEvent;
  readonly context: Context;
  readonly trace: RequestTrace;
}

interface ReceivedRequest<Request> extends RequestExchange {
  readonly request: Request;
  readonly unknownParameters: readonly string[];
  readonly raw: RawRequest;
  readonly scope: RequestScope;
  readonly caller: RequestCaller;
}

// Authorize, then validate: 401, 403 and only then 400 (docs/contract.md, Order of refusals).
function receiveRequest<Request>(
  contract: Contract<Request>,
  exchange: RequestExchange,
): ReceivedRequest<Request> {
  const { row, stores, event, context, trace } = exchange;
  const caller = readCaller(event);
  trace.tenant = caller.tenant;
  trace.actor = caller.subject;
  requirePermission(caller, listPermissions(row));
  trace.requireValidCorrelationId();
  const idempotencyKey = row.idempotent ? readIdempotencyKey(event) : undefined;
  const body = contract.body ? readBody(event, contract.defaultBody) : undefined;
  const raw = { ...readParameters(event), body };
  const request = validateRequest(contract, raw);
  const unknownParameters = listUnknownParameters(raw, request as object);
  const scope: RequestScope = {
    store: {
      ...stores(caller.tenant),
      deadline: buildDeadline(context.getRemainingTimeInMillis()),
    },
    tenant: caller.tenant,
    actor: caller.subject,
    correlationId: trace.correlationId,
    operation: contract.name,
    actorKind: caller.kind,
    reportRuleFailure: (failure) => noteRuleFailure(trace, failure),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  return { ...exchange, request, unknownParameters, raw, scope, caller };
}

async function respondToRequest<Request>(
  received: ReceivedRequest<Request>,
  run: OperationRunner<Request>,
  perform: PerformRequest,
): Promise<APIGatewayProxyResult> {
  const { row, event, request, scope, caller } = received;
  const { query = {} } = request as { query?: Record<string, unknown> };
  const list = buildCursorScope(request as object, scope);
  const after = openRequestCursor(request as object, list);
  const attempt = (session: Session) => {
    const now = new Date();
    const obeying = obeyOwnControls(received, session, now);
    const permissions = caller.scopes;
    return run({ ...request, session: obeying, permissions, token: caller, now, after });
  };
  const result = isMutation(scope)
    ? await mutateOnce(received, { scope, membership: joinQueues(received, perform) }, attempt)
    : await readResult(received, () => attempt(scope));
  return renderResult(row, result, { list, scope, query, base: readBasePath(event) });
}

function obeyOwnControls(
  { row, request, caller }: ReceivedRequest<unknown>,
  session: Session,
  now: Date,
): Session {
  if (!row.control) return session;
  const actor = { id: caller.subject, kind: caller.kind };
  const stored = toStoredCall(request);
  return obeyControls(session, { control: row.control, stored, actor, now });
}

function toStoredCall(request: unknown): StoredCall {
  const { path = {}, body } = request as Partial<StoredCall>;
  return { path, body };
}

// Every combiner of the operation carries out the requests of others as this function carries out its own: under the
// controls of the tenant, and in the name of who has made them. Their permissions were checked when they came.
function joinQueues(
  { row, request, trace, scope }: ReceivedRequest<unknown>,
  perform: PerformRequest,
): QueueMembership | undefined {
  if (!row.combines || scope.store.intentsTable === undefined) return undefined;
  return {
    request: toStoredCall(request),
    perform: (session, { request: stored, actor: id, actorKind: kind }, now) => {
      const run = { stored, actor: { id, kind }, now };
      const { control } = row;
      const obeying = control ? obeyControls(session, { ...run, control }) : session;
      return perform(obeying, stored, now);
    },
    reportCombining: (step) => trace.combining.note(step),
  };
}

async function mutateOnce(
  { row, event, context, raw, trace }: ReceivedRequest<unknown>,
  { scope, membership }: { scope: MutationScope; membership: QueueMembership | undefined },
  decide: (session: Session) => Promise<Outcome | ReadResult>,
): Promise<CommittedAnswer> {
  // The path of the contract, whatever base path serves the API.
  const path = fillPath(row, raw.path);
  const fingerprint = computeFingerprint(event.httpMethod, path, raw.body);
  const remainingMs = () => context.getRemainingTimeInMillis();
  const mutation = { scope, fingerprint, remainingMs, ...(membership && { membership }) };
  const outcome = await mutate(mutation, async (session) => {
    trace.attempts = session.attempt.number;
    return requireOutcome(scope.operation, await decide(session));
  });
  const answer = toAnswer(outcome);
  trace.isReplayed = answer.replayed;
  return answer;
}

async function readResult(
  { scope, context, trace }: ReceivedRequest<unknown>,
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
