// A proxy in front of an engine that counts requests and their units and injects the faults of DynamoDB:
// conflicts, throttling, lost answers and lost connections. The local engines have none of these.
import { setTimeout as sleep } from 'node:timers/promises';
import { buildJsonAnswer, readBody, startProxy } from '../../../local/http/proxy.ts';
import type {
  BufferedAnswer,
  ProxiedAnswer,
  ProxiedRequest,
  ProxiedService,
  StageResult,
} from '../../../local/http/proxy.ts';
import { carryOutMetered } from '../../metering/consumed-units.ts';

/**
 * What happens to a request: `lost` is carried out but not answered, `dead` is neither carried out nor
 * answered, and `hang` leaves the caller waiting. `in-progress` and `unprocessed` are answers that
 * DynamoDB names so. `held` and `late` are carried out on release, even if the caller has given up:
 * until then `held` leaves the caller waiting, and `late` breaks the connection at once.
 */
export type StoreFault =
  | 'none'
  | 'conflict'
  | 'throttle'
  | 'lost'
  | 'dead'
  | 'hang'
  | 'unavailable'
  | 'in-progress'
  | 'unprocessed'
  | 'held'
  | 'late';

export interface ObservedRequest {
  readonly operation: string;
  /** The action and the table or index that a policy must grant, for each part of a transaction. */
  readonly actions: readonly string[];
  readonly input: Readonly<Record<string, unknown>>;
  readonly readUnits: number;
  readonly writeUnits: number;
}

type FaultChooser = (
  operation: string,
  count: number,
  tenant: string,
) => StoreFault | Promise<StoreFault>;

export interface StoreFaultProxy {
  readonly endpoint: string;
  /** Reports every request carried out from now on. */
  watch(report: (request: ObservedRequest) => void): void;
  /** Chooses the fault of each request from now on; `count` restarts at 1. A scan has no tenant. */
  fail(choose: FaultChooser): void;
  heal(): void;
  /** Carries out the held requests in order, and resolves when the engine has answered them all. */
  release(): Promise<void>;
  /** Cancels transactions that touch an item of another one in progress, as DynamoDB does. */
  lockItems(holdMs: number | undefined): void;
  stop(): Promise<void>;
}

/** Starts a proxy in front of the engine, whose address may change. */
export async function startStoreFaultProxy(engine: () => string): Promise<StoreFaultProxy> {
  const state: ProxyState = {
    choose: () => 'none',
    count: 0,
    holdMs: undefined,
    locked: new Set(),
    held: [],
    report: () => undefined,
  };
  const { endpoint, stop } = await startProxy(
    () => new URL(engine()),
    (request, service) => handleRequest(state, request, service),
  );
  return {
    endpoint,
    watch: (report) => {
      state.report = report;
    },
    fail: (choose) => {
      state.choose = choose;
      state.count = 0;
    },
    heal: () => {
      state.choose = () => 'none';
    },
    release: async () => {
      for (const request of state.held.splice(0)) await carryOut(state, request);
    },
    lockItems: (holdMs) => {
      state.holdMs = holdMs;
    },
    stop,
  };
}

interface ProxyState {
  report: (request: ObservedRequest) => void;
  choose: FaultChooser;
  count: number;
  holdMs: number | undefined;
  readonly locked: Set<string>;
  readonly held: StoreRequest[];
}

interface StoreInput extends Readonly<Record<string, unknown>> {
  readonly TransactItems?: readonly Record<
    string,
    { readonly TableName: string; readonly Item?: RequestItem; readonly Key?: RequestItem }
  >[];
  readonly RequestItems?: object;
}
type RequestItem = Record<string, unknown>;

async function handleRequest(
  state: ProxyState,
  proxied: ProxiedRequest,
  service: ProxiedService,
): Promise<StageResult> {
  const operation = String(proxied.headers['x-amz-target']).split('.')[1] ?? '';
  const text = (await readBody(proxied)).toString();
  const body = JSON.parse(text) as StoreInput;
  state.count += 1;
  const tenant = /"T#([^#"]+)#/.exec(text)?.[1] ?? '';
  const fault = await state.choose(operation, state.count, tenant);
  const request = { operation, service, proxied: { ...proxied, body } };
  if (fault === 'held' || fault === 'late') state.held.push(request);
  const keys = operation === 'TransactWriteItems' ? listKeys(body) : [];
  const result = buildFaultResult(fault, request, keys.length);
  if (result !== undefined) return result;
  if (keys.some((key) => state.locked.has(key))) return buildConflict(keys.length);
  if (state.holdMs !== undefined) for (const key of keys) state.locked.add(key);
  try {
    const answer = await carryOut(state, request);
    if (state.holdMs !== undefined && keys.length > 0) await sleep(state.holdMs);
    return fault === 'lost' ? 'broken' : answer;
  } finally {
    for (const key of keys) state.locked.delete(key);
  }
}

/** The result without the engine; undefined when the engine carries out the request first. */
function buildFaultResult(
  fault: StoreFault,
  { operation, proxied: { body } }: StoreRequest,
  items: number,
): StageResult | undefined {
  switch (fault) {
    case 'dead':
    case 'late':
      return 'broken';
    case 'hang':
    case 'held':
      return 'silent';
    case 'throttle':
      return buildError(400, 'ThrottlingException');
    case 'in-progress':
      return buildError(400, 'TransactionInProgressException');
    case 'unavailable':
      return buildError(500, 'InternalServerError');
    case 'unprocessed':
      // DynamoDB reads or writes none of the items, and expects the caller to request them again.
      return operation === 'BatchWriteItem'
        ? buildJsonAnswer(200, { UnprocessedItems: body.RequestItems })
        : buildJsonAnswer(200, { Responses: {}, UnprocessedKeys: body.RequestItems });
    case 'conflict':
      return buildConflict(items);
    case 'none':
    case 'lost':
      return undefined;
  }
}

interface StoreRequest {
  readonly operation: string;
  readonly service: ProxiedService;
  readonly proxied: Omit<ProxiedRequest, 'body'> & { readonly body: StoreInput };
}

async function carryOut(
  { report }: ProxyState,
  { operation, service, proxied }: StoreRequest,
): Promise<BufferedAnswer> {
  const { answer, units } = await carryOutMetered(service, proxied, operation);
  const { body: input } = proxied;
  report({ operation, ...units, actions: listActions(operation, input), input });
  return answer;
}

function listKeys({ TransactItems: items = [] }: StoreInput): string[] {
  return items.flatMap((item) =>
    Object.values(item).map(({ TableName, Item: put, Key: key }) => {
      const { PK, SK } = (put ?? key ?? {}) as { PK?: unknown; SK?: unknown };
      return JSON.stringify([TableName, PK, SK]);
    }),
  );
}

function buildError(status: number, name: string, extra: object = {}): ProxiedAnswer {
  const type = `com.amazonaws.dynamodb.v20120810#${name}`;
  return buildJsonAnswer(status, { __type: type, message: name, ...extra });
}

function buildConflict(items: number): ProxiedAnswer {
  const reasons = Array.from({ length: Math.max(items, 1) }, (_, index) =>
    index === 0 ? { Code: 'TransactionConflict', Message: 'conflict' } : { Code: 'None' },
  );
  return buildError(400, 'TransactionCanceledException', { CancellationReasons: reasons });
}

function listActions(operation: string, body: StoreInput): string[] {
  const { TransactItems: items = [], RequestItems: requested, TableName: table } = body;
  const index = body['IndexName'] === undefined ? '' : `/${String(body['IndexName'])}`;
  if (operation === 'TransactWriteItems') {
    return items.flatMap((item) =>
      Object.entries(item).map(([kind, { TableName }]) => `${kind}Item ${TableName}`),
    );
  }
  const tables = requested ? Object.keys(requested) : [String(table)];
  return tables.map((name) => `${operation} ${name}${index}`);
}
