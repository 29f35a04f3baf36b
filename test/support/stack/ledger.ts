// The operations of the ledger on their own tables, called as the gateway calls them.
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { expect } from '@jest/globals';
import {
  fillPath,
  toKebabCase,
  operations,
  parseRoute,
} from '../../../functions/operations/operations.ts';
import { isService } from '../../../functions/domain/values/service-subjects.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { buildAccountBody, buildCreditBody } from '../../../tools/samples/request-bodies.ts';
import { expectContract } from '../contract/contract.ts';
import { listStaleReads } from '../contract/stale-reads.ts';
import type { StoreRead } from '../contract/stale-reads.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { ObservingFaultProxy } from './fault-proxy.ts';
import { createPlainTable, createTables, deleteTables, readEngineEndpoint } from './tables.ts';
import type { TestTables } from './tables.ts';

// Short names from banking make tests easy to read.
export {
  buildCreditBody as credit,
  buildDebitBody as debit,
  buildTransferBody as transfer,
} from '../../../tools/samples/request-bodies.ts';

export interface CallOptions {
  readonly tenant?: string;
  readonly subject?: string;
  readonly permissions?: readonly string[];
  readonly path?: Record<string, string>;
  readonly query?: Record<string, string>;
  /** A value becomes JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly key?: string;
  /** Every value of the Idempotency-Key header, where a request gives several. */
  readonly keys?: readonly string[];
  readonly correlationId?: string;
  readonly headers?: Record<string, string>;
  readonly authorizer?: Record<string, string> | null;
  /** Milliseconds from now, two minutes if absent, or a function that returns them on every call. */
  readonly remainingMs?: number | (() => number);
  /** The part of the API's address before the route: a stage or a base path. */
  readonly base?: string;
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
  /** What the gateway sends of an answer in Base64. */
  readonly bytes: Buffer;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
}

/** Calls operations by name. */
export interface OperationCaller {
  call(name: OperationName, options?: CallOptions): Promise<CallAnswer>;
}

export interface TestLedger extends OperationCaller {
  readonly tables: TestTables;
  /** The table of the identity service, which holds the records of administration. */
  readonly identityTable: string;
  /** Where requests wait for contended accounts. */
  readonly intentsTable: string;
  /** Deletes its tables. */
  stop(): Promise<void>;
}

export interface WatchedLedger extends TestLedger {
  readonly proxy: ObservingFaultProxy;
}

const ALL_PERMISSIONS = [
  'finance.read',
  'finance.write',
  'finance.approve',
  'configuration.write',
  'compliance.operate',
  'audit.read',
];

/** Creates tables and points the handlers of all operations at them. */
export async function startLedger({ shards = 4, combines = false } = {}): Promise<TestLedger> {
  return openLedgerAt(readEngineEndpoint(), { shards, combines });
}

/**
 * As `startLedger`, with a proxy in front of the tables that records requests and can inject faults. It does not stop
 * if anything has read records that may be stale.
 */
export async function startWatchedLedger({
  shards = 4,
  combines = false,
} = {}): Promise<WatchedLedger> {
  const stale: StoreRead[] = [];
  let tables: readonly string[] = [];
  const proxy = await startFaultProxy((request) => {
    stale.push(...listStaleReads(request, tables).filter((read) => !isReadModelRow(read)));
  });
  const ledger = await openLedgerAt(proxy.endpoint, { shards, combines });
  tables = [...Object.values(ledger.tables), ledger.intentsTable];
  const stop = async () => {
    await proxy.stop();
    await ledger.stop();
    expect(stale).toEqual([]);
  };
  return { ...ledger, proxy, stop };
}

// The rows of read models and the verdicts: they may lag behind the ledger anyway.
function isReadModelRow(read: StoreRead): boolean {
  return /#(PRJ#(loan_activity|ledger_activity|product_publication)#G\d+|VRD)"/.test(
    JSON.stringify(read),
  );
}

interface LedgerVariant {
  readonly shards: number;
  /** Whether postings wait for contended accounts (ADR 125). */
  readonly combines: boolean;
}

async function openLedgerAt(
  endpoint: string,
  { shards, combines }: LedgerVariant,
): Promise<TestLedger> {
  const tables = await createTables();
  const identityTable = await createPlainTable('identity');
  const intentsTable = await createPlainTable('intents');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    LEDGER_TABLE: tables.ledger,
    RECEIPTS_TABLE: tables.receipts,
    PROJECTIONS_TABLE: tables.projections,
    WEBHOOKS_TABLE: tables.webhooks,
    WEBHOOK_REACH: 'LOOPBACK',
    IDENTITY_TABLE: identityTable,
    ...(combines && { INTENTS_TABLE: intentsTable }),
    WRITE_SHARDS: String(shards),
    // Tests with files start a bucket of that name.
    ARTIFACTS_BUCKET: 'artifacts',
    ARTIFACT_LOCK_MODE: 'COMPLIANCE',
    EVIDENCE_BUCKET: 'evidence',
    PRODUCT_VERSION: '0.0.0',
    SETTLE_SECONDS: '0',
    PERIOD_SETTLE_SECONDS: '0',
    IMPORT_RETENTION_DAYS: '1',
    POWERTOOLS_LOG_LEVEL: process.env['TEST_LOG'] ?? 'SILENT',
    POWERTOOLS_METRICS_NAMESPACE: 'Countinghouse/test',
  });
  const call = async (name: OperationName, options: CallOptions = {}) => {
    const file = `../../../functions/api/${operations[name].area}/${toKebabCase(name)}.ts`;
    const { handler } = (await import(file)) as {
      handler: (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
    };
    const result = await handler(buildEvent(name, options), buildContext(options));
    const answer = toCallAnswer(result);
    expectContract(name, answer);
    return answer;
  };
  const stop = () => deleteTables({ ...tables, identity: identityTable, intents: intentsTable });
  return { tables, identityTable, intentsTable, call, stop };
}

export function toCallAnswer(result: APIGatewayProxyResult): CallAnswer {
  const { statusCode, headers, body, isBase64Encoded = false } = result;
  const isJson = headers?.['Content-Type'] === 'application/json';
  return {
    status: statusCode,
    headers: (headers ?? {}) as Record<string, string>,
    text: body,
    bytes: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
    body: isJson && body !== '' ? (JSON.parse(body) as unknown) : undefined,
  };
}

/** The event that the gateway passes to the operation's function. */
export function buildEvent(name: OperationName, options: CallOptions): APIGatewayProxyEvent {
  const { method, path } = parseRoute(operations[name]);
  const { tenant = 'acme', subject = 'ada', permissions = ALL_PERMISSIONS } = options;
  const concrete = fillPath(operations[name], options.path ?? {});
  const { body } = options;
  return {
    httpMethod: method,
    path: concrete,
    resource: path,
    headers: {
      ...(operations[name].idempotent && { 'Idempotency-Key': options.key ?? randomUUID() }),
      ...(options.correlationId !== undefined && { 'X-Correlation-ID': options.correlationId }),
      ...options.headers,
    },
    multiValueHeaders: options.keys ? { 'idempotency-key': [...options.keys] } : {},
    pathParameters: options.path ?? null,
    queryStringParameters: options.query ?? null,
    body: typeof body === 'string' || body === undefined ? (body ?? null) : JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: {
      path: `${options.base ?? ''}${concrete}`,
      authorizer:
        options.authorizer === undefined
          ? {
              tenant_id: tenant,
              sub: subject,
              scope: permissions.join(' '),
              client_id: 'test',
              kind: isService(subject, 'test') ? 'SERVICE' : 'OPERATOR',
              expires_at: String(Math.floor(Date.now() / 1000) + 300),
            }
          : options.authorizer,
    },
  } as unknown as APIGatewayProxyEvent;
}

// No test is about time, unless it says how much there is: a busy machine takes long for one call.
export function buildContext({ remainingMs = 120_000 }: CallOptions = {}): Context {
  if (typeof remainingMs === 'function') {
    return { getRemainingTimeInMillis: remainingMs } as Context;
  }
  const deadline = Date.now() + remainingMs;
  return { getRemainingTimeInMillis: () => deadline - Date.now() } as Context;
}

/** Calls for the tenant, unless a call names another. */
export function asTenant({ call }: OperationCaller, tenant: string): OperationCaller {
  return { call: (name, options) => call(name, { tenant, ...options }) };
}

/** Creates an account of the tenant; `funds` are credited with one posting. */
export async function openAccount(
  { call }: OperationCaller,
  options: CallOptions & { currency?: string; funds?: string; product?: string } = {},
): Promise<string> {
  const { currency = 'EUR', funds, product = 'current', ...others } = options;
  const body = buildAccountBody({
    customer_id: 'cus-1',
    product_id: product,
    name: 'Ada',
    currency,
  });
  const opened = await call('createAccount', { ...others, body });
  expect(opened.status).toBe(201);
  const id = (opened.body as { id: string }).id;
  if (funds !== undefined) {
    const posted = await call('postJournalEntry', {
      ...others,
      body: buildCreditBody(id, funds, currency),
    });
    expect(posted.status).toBe(201);
  }
  return id;
}
