// A DynamoDB that behaves like the real one on a bad day: it stands before an engine, counts what
// is asked and what it costs, and on demand conflicts, throttles, loses answers or dies. The local
// engines themselves never do.
import { request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { consumedUnits } from '../../costs/consumed-units.ts';
import { startEndpoint } from '../../../local/http/endpoint.ts';

/**
 * What happens to a request: `lost` is carried out and not answered, `dead` is neither, `hang` is not
 * answered for as long as the caller waits, `in-progress` and `unprocessed` are DynamoDB's own words.
 * `held` and `late` are carried out when they are released, whoever has given up on them by then:
 * until then `held` leaves the caller waiting, and `late` breaks the connection at once.
 */
export type Fault =
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

export interface SeenRequest {
  readonly operation: string;
  /** What a policy must grant for it: the action and the table or index, a transaction by its parts. */
  readonly actions: readonly string[];
  readonly input: Readonly<Record<string, unknown>>;
  readonly readUnits: number;
  readonly writeUnits: number;
}

type Chooser = (operation: string, count: number, tenant: string) => Fault | Promise<Fault>;

export interface StoreFaults {
  readonly endpoint: string;
  /** Is told of every request that was carried out from now on. */
  watch(seen: (request: SeenRequest) => void): void;
  /** Chooses the fault of each request from now on; `count` begins at 1 anew. A scan has no tenant. */
  fail(choose: Chooser): void;
  heal(): void;
  /** Carries out what is held back, in its order, and resolves when the engine has answered it all. */
  release(): Promise<void>;
  /** As DynamoDB does, transactions that touch an item of another one under way are cancelled. */
  lockItems(holdMs: number | undefined): void;
  stop(): Promise<void>;
}

/** Stands before the engine, which may change its address. */
export async function startStoreFaults(engine: () => string): Promise<StoreFaults> {
  const state: State = {
    engine,
    choose: () => 'none',
    count: 0,
    holdMs: undefined,
    locked: new Set(),
    held: [],
    seen: () => undefined,
  };
  const { endpoint, stop } = await startEndpoint((incoming, outgoing) => {
    void handle(state, incoming, outgoing).catch(() => outgoing.destroy());
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

interface State {
  readonly engine: () => string;
  seen: (request: SeenRequest) => void;
  choose: Chooser;
  count: number;
  holdMs: number | undefined;
  readonly locked: Set<string>;
  readonly held: Asked[];
}

interface TransactBody {
  TransactItems?: Record<string, { TableName: string; Item?: Item; Key?: Item }>[];
}
type Item = Record<string, unknown>;

async function handle(
  state: State,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
  const text = await textOf(incoming);
  const body = JSON.parse(text) as TransactBody & Record<string, unknown>;
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
  if (fault === 'throttle') return refuse(outgoing, 400, 'ThrottlingException');
  if (fault === 'in-progress') return refuse(outgoing, 400, 'TransactionInProgressException');
  if (fault === 'unprocessed') return unprocessed(outgoing, body);
  if (fault === 'unavailable') return refuse(outgoing, 500, 'InternalServerError');
  const keys = operation === 'TransactWriteItems' ? keysOf(body) : [];
  if (fault === 'conflict' || keys.some((key) => state.locked.has(key))) {
    return conflict(outgoing, keys.length);
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

interface Asked {
  readonly operation: string;
  readonly incoming: IncomingMessage;
  readonly body: TransactBody & Record<string, unknown>;
}

async function carryOut(
  { engine, seen }: State,
  { operation, incoming, body }: Asked,
): Promise<EngineAnswer> {
  const answer = await forward(engine(), incoming, { ...body, ReturnConsumedCapacity: 'TOTAL' });
  const units = consumedUnits(operation, answer.text);
  seen({ operation, ...units, actions: actionsOf(operation, body), input: body });
  return answer;
}

interface EngineAnswer {
  readonly status: number;
  readonly text: string;
}

function keysOf({ TransactItems: items = [] }: TransactBody): string[] {
  return items.flatMap((item) =>
    Object.values(item).map(({ TableName, Item: put, Key: key }) => {
      const { PK, SK } = (put ?? key ?? {}) as { PK?: unknown; SK?: unknown };
      return JSON.stringify([TableName, PK, SK]);
    }),
  );
}

function refuse(outgoing: ServerResponse, status: number, name: string, extra: object = {}): void {
  outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  const type = `com.amazonaws.dynamodb.v20120810#${name}`;
  outgoing.end(JSON.stringify({ __type: type, message: name, ...extra }));
}

// The store answers none of the keys now and asks to be asked again.
function unprocessed(outgoing: ServerResponse, { RequestItems }: Record<string, unknown>): void {
  outgoing.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
  outgoing.end(JSON.stringify({ Responses: {}, UnprocessedKeys: RequestItems }));
}

function conflict(outgoing: ServerResponse, items: number): void {
  const reasons = Array.from({ length: Math.max(items, 1) }, (_, index) =>
    index === 0 ? { Code: 'TransactionConflict', Message: 'conflict' } : { Code: 'None' },
  );
  refuse(outgoing, 400, 'TransactionCanceledException', { CancellationReasons: reasons });
}

function forward(engine: string, incoming: IncomingMessage, body: object): Promise<EngineAnswer> {
  const headers = { ...incoming.headers };
  for (const name of ['host', 'connection', 'content-length']) delete headers[name];
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(engine, { method: 'POST', headers }, (answer) => {
      textOf(answer).then((text) => resolve({ status: answer.statusCode ?? 500, text }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(body));
  });
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function actionsOf(operation: string, body: TransactBody & Record<string, unknown>): string[] {
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
