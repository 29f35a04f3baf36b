// A DynamoDB that behaves like the real one on a bad day: it stands before an engine, counts what
// is asked and what it costs, and on demand conflicts, throttles, loses answers or dies. The local
// engines themselves never do.
import { request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConsumedUnits } from '../../costs/consumed-units.ts';
import { startEndpoint } from '../../../local/http/endpoint.ts';

/**
 * What happens to a request: `lost` is carried out and not answered, `dead` is neither, `hang` is not
 * answered for as long as the caller waits, `in-progress` and `unprocessed` are DynamoDB's own words.
 * `held` and `late` are carried out when they are released, whoever has given up on them by then:
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
  /** What a policy must grant for it: the action and the table or index, a transaction by its parts. */
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
  /** Is told of every request that was carried out from now on. */
  watch(seen: (request: ObservedRequest) => void): void;
  /** Chooses the fault of each request from now on; `count` begins at 1 anew. A scan has no tenant. */
  fail(choose: FaultChooser): void;
  heal(): void;
  /** Carries out what is held back, in its order, and resolves when the engine has answered it all. */
  release(): Promise<void>;
  /** As DynamoDB does, transactions that touch an item of another one under way are cancelled. */
  lockItems(holdMs: number | undefined): void;
  stop(): Promise<void>;
}

/** Stands before the engine, which may change its address. */
export async function startStoreFaultProxy(engine: () => string): Promise<StoreFaultProxy> {
  const state: ProxyState = {
    engine,
    choose: () => 'none',
    count: 0,
    holdMs: undefined,
    locked: new Set(),
    held: [],
    seen: () => undefined,
  };
  const { endpoint, stop } = await startEndpoint((incoming, outgoing) => {
    void handleRequest(state, incoming, outgoing).catch(() => outgoing.destroy());
  });
  return {
    endpoint,
    watch: (seen) => {
      state.seen = seen;
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
  readonly engine: () => string;
  seen: (request: ObservedRequest) => void;
  choose: FaultChooser;
  count: number;
  holdMs: number | undefined;
  readonly locked: Set<string>;
  readonly held: StoreRequest[];
}

interface TransactRequestBody {
  readonly TransactItems?: Record<
    string,
    { readonly TableName: string; readonly Item?: RequestItem; readonly Key?: RequestItem }
  >[];
}
type RequestItem = Record<string, unknown>;

async function handleRequest(
  state: ProxyState,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
  const text = await readText(incoming);
  const body = JSON.parse(text) as TransactRequestBody & Record<string, unknown>;
  state.count += 1;
  const tenant = /"T#([^#"]+)#/.exec(text)?.[1] ?? '';
  const fault = await state.choose(operation, state.count, tenant);
  if (fault === 'dead') return void outgoing.destroy();
  if (fault === 'hang') return;
  const request = { operation, incoming, body };
  if (fault === 'held' || fault === 'late') {
    state.held.push(request);
    if (fault === 'late') outgoing.destroy();
    return;
  }
  if (fault === 'throttle') return sendError(outgoing, 400, 'ThrottlingException');
  if (fault === 'in-progress') return sendError(outgoing, 400, 'TransactionInProgressException');
  if (fault === 'unprocessed') return sendUnprocessed(outgoing, body);
  if (fault === 'unavailable') return sendError(outgoing, 500, 'InternalServerError');
  const keys = operation === 'TransactWriteItems' ? listKeys(body) : [];
  if (fault === 'conflict' || keys.some((key) => state.locked.has(key))) {
    return sendConflict(outgoing, keys.length);
  }
  if (state.holdMs !== undefined) for (const key of keys) state.locked.add(key);
  try {
    const answer = await carryOut(state, request);
    if (state.holdMs !== undefined && keys.length > 0) await sleep(state.holdMs);
    if (fault === 'lost') return void outgoing.destroy();
    outgoing.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' });
    outgoing.end(answer.text);
  } finally {
    for (const key of keys) state.locked.delete(key);
  }
}

interface StoreRequest {
  readonly operation: string;
  readonly incoming: IncomingMessage;
  readonly body: TransactRequestBody & Record<string, unknown>;
}

async function carryOut(
  { engine, seen }: ProxyState,
  { operation, incoming, body }: StoreRequest,
): Promise<EngineAnswer> {
  const answer = await forwardRequest(engine(), incoming, {
    ...body,
    ReturnConsumedCapacity: 'TOTAL',
  });
  const units = readConsumedUnits(operation, answer.text);
  seen({ operation, ...units, actions: listActions(operation, body), input: body });
  return answer;
}

interface EngineAnswer {
  readonly status: number;
  readonly text: string;
}

function listKeys({ TransactItems: items = [] }: TransactRequestBody): string[] {
  return items.flatMap((item) =>
    Object.values(item).map(({ TableName, Item: put, Key: key }) => {
      const { PK, SK } = (put ?? key ?? {}) as { PK?: unknown; SK?: unknown };
      return JSON.stringify([TableName, PK, SK]);
    }),
  );
}

function sendError(
  outgoing: ServerResponse,
  status: number,
  name: string,
  extra: object = {},
): void {
  outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  const type = `com.amazonaws.dynamodb.v20120810#${name}`;
  outgoing.end(JSON.stringify({ __type: type, message: name, ...extra }));
}

// The store answers none of the keys now and asks to be asked again.
function sendUnprocessed(
  outgoing: ServerResponse,
  { RequestItems }: Record<string, unknown>,
): void {
  outgoing.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
  outgoing.end(JSON.stringify({ Responses: {}, UnprocessedKeys: RequestItems }));
}

function sendConflict(outgoing: ServerResponse, items: number): void {
  const reasons = Array.from({ length: Math.max(items, 1) }, (_, index) =>
    index === 0 ? { Code: 'TransactionConflict', Message: 'conflict' } : { Code: 'None' },
  );
  sendError(outgoing, 400, 'TransactionCanceledException', { CancellationReasons: reasons });
}

function forwardRequest(
  engine: string,
  incoming: IncomingMessage,
  body: object,
): Promise<EngineAnswer> {
  const headers = { ...incoming.headers };
  for (const name of ['host', 'connection', 'content-length']) delete headers[name];
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(engine, { method: 'POST', headers }, (answer) => {
      readText(answer).then((text) => resolve({ status: answer.statusCode ?? 500, text }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(body));
  });
}

async function readText(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function listActions(
  operation: string,
  body: TransactRequestBody & Record<string, unknown>,
): string[] {
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
