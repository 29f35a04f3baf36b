// A proxy in front of an engine that counts requests and their units and injects the faults of DynamoDB:
// conflicts, throttling, lost answers and lost connections. The local engines have none of these.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBody, startProxy } from '../../../local/http/proxy.ts';
import type {
  BufferedAnswer,
  ProxiedRequest,
  ProxiedService,
  StageResult,
} from '../../../local/http/proxy.ts';
import { carryOutMetered } from '../../metering/consumed-units.ts';
import { cutBody } from './cut-body.ts';
import { addUnprocessed, countItems, splitBatch } from './partial-batches.ts';
import {
  buildCancellation,
  buildConflict,
  buildStoreError,
  buildUnprocessed,
} from './store-errors.ts';

import { listActions, listKeys } from './store-requests.ts';
import type { StoreInput } from './store-requests.ts';

/**
 * What happens to a request: `lost` is carried out but not answered, `dead` is neither carried out nor
 * answered, and `hang` leaves the caller waiting. `in-progress` and `unprocessed` are answers that
 * DynamoDB names so; of `partial` the second half of a batch is unprocessed. `unanswered` is carried out, and
 * leaves the caller waiting; of the answer of `cut` only the first half arrives. `held` and `late` are carried out on release, even if the caller has given up:
 * until then `held` leaves the caller waiting, and `late` breaks the connection at once.
 */
export type StoreFault =
  | 'none'
  | 'conflict'
  | 'throttle'
  | 'throughput-exceeded'
  | 'throttled-transaction'
  | 'expired-iterator'
  | 'lost'
  | 'dead'
  | 'hang'
  | 'unavailable'
  | 'in-progress'
  | 'unprocessed'
  | 'partial'
  | 'unanswered'
  | 'cut'
  | 'held'
  | 'late';

export interface ObservedRequest {
  readonly operation: string;
  /** What the SDK repeats has the same one. */
  readonly invocation: string;
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
  items: number,
) => StoreFault | Promise<StoreFault>;

export interface StoreFaultProxy {
  readonly endpoint: string;
  /** Reports every request carried out from now on. */
  watch(report: (request: ObservedRequest) => void): void;
  /**
   * Chooses the fault of each request from now on; `count` restarts at 1. A scan has no tenant, and only a
   * batch has a number of items.
   */
  fail(choose: FaultChooser): void;
  heal(): void;
  /** Carries out the held requests in order, and resolves when the engine has answered them all. */
  release(): Promise<void>;
  /** Cancels transactions that touch an item of another one in progress, as DynamoDB does, and reports each. */
  lockItems(holdMs: number | undefined, onConflict?: () => void): void;
  stop(): Promise<void>;
}

/** Starts a proxy in front of the engine, whose address may change. */
export async function startStoreFaultProxy(engine: () => string): Promise<StoreFaultProxy> {
  const state: ProxyState = {
    choose: () => 'none',
    count: 0,
    holdMs: undefined,
    onConflict: () => undefined,
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
    lockItems: (holdMs, onConflict = () => undefined) => {
      Object.assign(state, { holdMs, onConflict });
    },
    stop,
  };
}

interface ProxyState {
  report: (request: ObservedRequest) => void;
  choose: FaultChooser;
  count: number;
  holdMs: number | undefined;
  onConflict: () => void;
  readonly locked: Set<string>;
  readonly held: StoreRequest[];
}

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
  const fault = await state.choose(operation, state.count, tenant, countItems(body.RequestItems));
  const request = { operation, service, proxied: { ...proxied, body } };
  if (fault === 'held' || fault === 'late') state.held.push(request);
  const keys = operation === 'TransactWriteItems' ? listKeys(body) : [];
  const result = buildFaultResult(fault, request, keys.length);
  if (result !== undefined) return result;
  if (keys.some((key) => state.locked.has(key))) {
    state.onConflict();
    return buildConflict(keys.length);
  }
  if (state.holdMs !== undefined) for (const key of keys) state.locked.add(key);
  try {
    const answer = await (fault === 'partial'
      ? carryOutPartly(state, request)
      : carryOut(state, request));
    if (state.holdMs !== undefined && keys.length > 0) await sleep(state.holdMs);
    return damageAnswer(fault, answer);
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
      return buildStoreError(400, 'ThrottlingException');
    case 'throughput-exceeded':
      return buildStoreError(400, 'ProvisionedThroughputExceededException');
    case 'throttled-transaction':
      return buildCancellation(items, 'ThrottlingError');
    case 'expired-iterator':
      return buildStoreError(400, 'ExpiredIteratorException');
    case 'in-progress':
      return buildStoreError(400, 'TransactionInProgressException');
    case 'unavailable':
      return buildStoreError(500, 'InternalServerError');
    case 'unprocessed':
      return buildUnprocessed(operation, body.RequestItems);
    case 'conflict':
      return buildConflict(items);
    case 'none':
    case 'lost':
    case 'partial':
    case 'unanswered':
    case 'cut':
      return undefined;
  }
}

function damageAnswer(fault: StoreFault, answer: BufferedAnswer): StageResult {
  if (fault === 'lost') return 'broken';
  if (fault === 'unanswered') return 'silent';
  if (fault !== 'cut') return answer;
  const cutAfter = Math.floor(answer.body.length / 2);
  return { ...answer, body: Readable.from(cutBody(answer.body, { cutAfter })) };
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
  const invocation = String(proxied.headers['amz-sdk-invocation-id']);
  report({ operation, invocation, ...units, actions: listActions(operation, input), input });
  return answer;
}

async function carryOutPartly(state: ProxyState, request: StoreRequest): Promise<BufferedAnswer> {
  const { body } = request.proxied;
  const [done, left] = splitBatch(body.RequestItems ?? {});
  const proxied = { ...request.proxied, body: { ...body, RequestItems: done } };
  return addUnprocessed(await carryOut(state, { ...request, proxied }), request.operation, left);
}
