// The whole product in its own processes, started as by `npm start` on fresh data.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationPermission } from '../../../functions/operations/operations.ts';
import type { StackFile } from '../../../commands/administration/connect.ts';
import { readStackFile } from '../../../commands/administration/running-stack.ts';
import { spawnGuarded } from '../../../local/engines/guarded-child.ts';
import { BenchCallers } from './bench-callers.ts';
import { HttpClient } from '../http/http-client.ts';
import type { HttpAnswer } from '../http/http-client.ts';

export interface ProductCall {
  /** The API that it calls, if not the ledger's. */
  readonly api?: 'ledger' | 'workbench';
  readonly method: string;
  readonly path: string;
  readonly permission: OperationPermission;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly key?: string;
}

/** The product's entries in stack.json. */
export interface ProductStack extends StackFile {
  readonly base_url: string;
  readonly workbench_url: string;
  readonly internal_client: { readonly client_id: string; readonly client_secret: string };
}

export interface RunningProduct {
  readonly stack: ProductStack;
  send(request: ProductCall): Promise<HttpAnswer>;
  /** As `send`; throws unless the status is a success. */
  requireSuccess(request: ProductCall): Promise<string>;
  /** Signs the callers in again, so that no token ends in the next four minutes. */
  renewTokens(): Promise<void>;
  /** From the start of the process to the first successful answer, including a sign-in. */
  readonly secondsToAnswer: number;
  /** The process that runs the template. */
  readonly pid: number;
  stop(): Promise<void>;
  /** Ends the process without warning. Resolves when it is gone and its data folder is free. */
  kill(): Promise<void>;
}

export interface ProductOptions {
  /** The folder in which to create the data folder. */
  readonly folder: string;
  /** The value of DYNAMODB_ENGINE. */
  readonly engine: string;
  readonly command?: readonly string[];
  readonly flags?: readonly string[];
  /** An existing data folder, which is kept. */
  readonly data?: string;
  /** Receives each line that the product prints. */
  readonly onLine?: (line: string) => void;
}

const ROOT = join(import.meta.dirname, '../../..');
const RUNNER = readStartCommand();
const START_TIMEOUT_SECONDS = 300;
const PRINTED_LINES = 10;
const FIRST_CALL: ProductCall = {
  method: 'GET',
  path: '/api/accounts',
  permission: 'finance.read',
};

/** What `npm start` runs, without npm. */
function readStartCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  return [process.execPath, ...scripts.start.split(' ').slice(1)];
}

export async function startProduct(options: ProductOptions): Promise<RunningProduct> {
  const data = options.data ?? mkdtempSync(join(options.folder, 'product-'));
  const startedAt = performance.now();
  const flags = ['--data', data, ...(options.flags ?? [])];
  const [command = '', ...args] = [...(options.command ?? RUNNER), ...flags];
  const child = spawnGuarded('env', [`DYNAMODB_ENGINE=${options.engine}`, command, ...args], ROOT);
  const lines: string[] = [];
  child.onLine((line) => {
    lines.push(line);
    options.onLine?.(line);
  });
  const ended = child.exited.then((how) => {
    throw new Error(`The product ended with ${how}.\n${lines.slice(-5).join('\n')}`);
  });
  const ready = waitUntil(() => lines.some((line) => line.includes('Ready in')));
  await orStop(Promise.race([ready, ended]), child.stop);
  // The child may be npm, which ends after the runner but does not end it.
  const pid = Number(readFileSync(join(data, 'runner.pid'), 'utf8'));
  const end = () => process.kill(pid, 'SIGTERM');
  const sendSignal = async (signal: 'SIGTERM' | 'SIGKILL') => {
    process.off('exit', end);
    ended.catch(() => undefined);
    process.kill(pid, signal);
    await child.exited;
  };
  process.once('exit', end);

  const stack = readStackFile(join(data, 'stack.json')) as ProductStack;
  const clients = {
    ledger: new HttpClient(stack.base_url),
    workbench: new HttpClient(stack.workbench_url),
  };
  const callers = new BenchCallers(stack);
  const calls = buildCalls(clients, callers, lines);
  const stop = async () => {
    for (const client of Object.values(clients)) client.close();
    await sendSignal('SIGTERM');
    if (options.data === undefined) rmSync(data, { recursive: true, force: true });
  };
  await orStop(calls.requireSuccess(FIRST_CALL), stop);
  return {
    ...calls,
    stack,
    renewTokens: () => callers.renewTokens(),
    secondsToAnswer: (performance.now() - startedAt) / 1_000,
    pid,
    stop,
    kill: () => sendSignal('SIGKILL'),
  };
}

/** Awaits the work. A product that fails it would keep this process from ending. */
async function orStop(work: Promise<unknown>, stop: () => Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    await stop();
    throw error;
  }
}

type ApiClients = Readonly<Record<'ledger' | 'workbench', HttpClient>>;

function buildCalls(
  clients: ApiClients,
  callers: BenchCallers,
  printed: readonly string[],
): Pick<RunningProduct, 'send' | 'requireSuccess'> {
  const withToken = async ({ method, path, permission, body, key }: ProductCall) => ({
    method,
    path,
    headers: {
      authorization: `Bearer ${await callers.tokenFor(permission)}`,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    send: async (request) => clients[request.api ?? 'ledger'].send(await withToken(request)),
    // An answer of API Gateway's does not say which function failed, nor why; what the runner prints does.
    requireSuccess: async (request) => {
      const wanted = await withToken(request);
      return clients[request.api ?? 'ledger'].requireSuccess(wanted).catch((cause: unknown) => {
        const said = printed.slice(-PRINTED_LINES).join('\n');
        throw new Error(`${String(cause)}\nThe product printed last:\n${said}`, { cause });
      });
    },
  };
}

async function waitUntil(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_SECONDS * 1_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('The product did not start in time.');
    // Once the product has ended, nothing else keeps this process.
    await sleep(10, undefined, { ref: false });
  }
}
