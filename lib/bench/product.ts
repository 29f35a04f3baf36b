// The whole product in processes of its own: what `npm start` runs, on fresh data.
import { createServer } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../local/free-port.ts';
import { spawnGuarded } from '../local/guarded-child.ts';
import { listen } from '../local/listen.ts';
import { HttpClient } from './http-client.ts';
import type { HttpRequest } from './http-client.ts';
import { startTokenIssuer } from './token-issuer.ts';

export interface Product {
  readonly client: HttpClient;
  /** A request of the bench's own caller. */
  request(method: string, path: string, body?: unknown, key?: string): HttpRequest;
  /** From the start of the process to the first good answer. */
  readonly secondsToAnswer: number;
  /** The process that runs the template. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** A folder to make the data folder in. */
  readonly folder: string;
  /** What DYNAMODB_ENGINE is set to. */
  readonly engine: string;
  readonly command?: readonly string[];
}

const ROOT = join(import.meta.dirname, '..', '..');
const RUNNER = [process.execPath, join(ROOT, 'bin', 'local.ts')];
const PATIENCE_SECONDS = 60;

export async function startProduct(options: ProductOptions): Promise<Product> {
  const data = mkdtempSync(join(options.folder, 'product-'));
  const port = await freePorts();
  const startedAt = performance.now();
  const [command = '', ...args] = [...(options.command ?? RUNNER)];
  const flags = ['--port', String(port), '--data', data];
  const variables = [`DYNAMODB_ENGINE=${options.engine}`, command, ...args, ...flags];
  const child = spawnGuarded('env', variables, ROOT);
  const lines: string[] = [];
  child.onLine((line) => lines.push(line));
  const ended = child.exited.then((how) => {
    throw new Error(`The product ended with ${how}.\n${lines.slice(-5).join('\n')}`);
  });
  ended.catch(() => undefined);

  await Promise.race([until(() => lines.some((line) => line.includes('Template:'))), ended]);
  // The product has looked at its three ports by now; nothing of it listens on the issuer's yet.
  const issuer = await startTokenIssuer(port + 2);
  const client = new HttpClient(`http://127.0.0.1:${port}`);
  const request = requestsOf(issuer.token);
  await Promise.race([until(() => answers(client, request('GET', '/api/accounts'))), ended]);
  const secondsToAnswer = (performance.now() - startedAt) / 1_000;
  // The child may be npm, which ends after the runner but does not end it.
  const pid = Number(readFileSync(join(data, 'runner.pid'), 'utf8'));
  const end = () => process.kill(pid, 'SIGTERM');
  process.once('exit', end);
  return {
    client,
    request,
    secondsToAnswer,
    pid,
    stop: async () => {
      client.close();
      process.off('exit', end);
      end();
      await child.exited;
      issuer.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function requestsOf(token: string): Product['request'] {
  return (method, path, body, key) => ({
    method,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function answers(client: HttpClient, request: HttpRequest): Promise<boolean> {
  const answer = await client.send(request).catch(() => undefined);
  return answer?.status === 200;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_SECONDS * 1_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('The product did not answer in time.');
    await sleep(10);
  }
}

/** The first of three ports in a row that are free. */
async function freePorts(): Promise<number> {
  for (;;) {
    const port = await freePort();
    const others = [port + 1, port + 2].map(async (other) => {
      const probe = createServer();
      await listen(probe, other);
      await new Promise((resolve) => probe.close(resolve));
    });
    const found = await Promise.allSettled(others);
    if (found.every(({ status }) => status === 'fulfilled')) return port;
  }
}
