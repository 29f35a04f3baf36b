// The DynamoDB of this machine: a child process of ours, or an endpoint that already runs.
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  buildEngineCommand,
  ENGINE_NAMES,
  findPackageFolder,
  isEngineName,
} from './engine-command.ts';
import type { EngineName } from './engine-command.ts';
import { findFreePort } from '../http/free-port.ts';
import { spawnGuarded } from './guarded-child.ts';
import type { GuardedChild } from './guarded-child.ts';
import { indexStreamRecords } from './stream-indexes.ts';

export type EngineKind = EngineName | URL;

export interface Engine {
  readonly kind: EngineKind;
  readonly endpoint: string;
  stop(): Promise<void>;
  /** Resolves with a sentence when the engine ends, also by `stop`; never for a URL. */
  readonly exited: Promise<string>;
}

export interface EngineOptions {
  readonly kind?: EngineKind;
  /** Absent: the data is in memory and is lost when the engine ends. */
  readonly dataFolder?: string;
  /** Receives the output of the engine. */
  readonly log?: (line: string) => void;
  /** Receives a sentence about a start that succeeded only in part. */
  readonly warn?: (sentence: string) => void;
  /** Names a port that is free, and another one at each call. */
  readonly findPort?: () => Promise<number>;
}

const READY_TIMEOUT_MS = 120_000;
const SETTLE_PAUSE_MS = 50;
const ATTEMPT_MS = 2_000;
// One attempt alone: its time also runs while this process reads its sources and hears no answer.
const ADOPTION_MS = 30_000;
// Both engines end when their port is taken, and say so.
const PORT_TAKEN = /address already in use|port \d+ is already in use/i;

/** Parses DYNAMODB_ENGINE: the name of an engine, or a URL; by default the installed engine. */
export function chooseEngine(wanted?: string): EngineKind {
  if (!wanted) return findPackageFolder('@dynoxide/linux-x64') ? 'dynoxide' : 'dynamodb-local';
  if (isEngineName(wanted)) return wanted;
  if (/^https?:\/\//.test(wanted) && URL.canParse(wanted)) return new URL(wanted);
  throw new Error(`DYNAMODB_ENGINE is "${wanted}": use ${ENGINE_NAMES.join(', ')} or a URL.`);
}

export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const { kind = chooseEngine() } = options;
  if (kind instanceof URL) return adoptEngine(kind);
  const { findPort = findFreePort } = options;
  for (;;) {
    const port = await findPort();
    try {
      return await spawnEngine(kind, port, options);
    } catch (error) {
      if (!(error instanceof PortTakenError)) throw error;
    }
  }
}

/** Another program has taken the port since it was found free. */
class PortTakenError extends Error {}

async function adoptEngine(url: URL): Promise<Engine> {
  const endpoint = url.href.replace(/\/$/, '');
  if (!(await isAnswering(endpoint, ADOPTION_MS)))
    throw new Error(`No DynamoDB answers at ${endpoint}.`);
  return { kind: url, endpoint, stop: async () => undefined, exited: new Promise(() => undefined) };
}

async function spawnEngine(
  kind: EngineName,
  port: number,
  { dataFolder, log, warn }: EngineOptions,
): Promise<Engine> {
  if (dataFolder) mkdirSync(dataFolder, { recursive: true });
  const engine = await buildEngineCommand(kind, { port, dataFolder });
  const { command, args, announces, database } = engine;
  const endpoint = `http://127.0.0.1:${port}`;

  const child = spawnGuarded(command, args);
  const lastLines: string[] = [];
  let isPortTaken = false;
  const announced = new Promise<void>((resolve) => {
    child.onLine((line) => {
      log?.(line);
      lastLines.splice(0, lastLines.length - 4);
      lastLines.push(line);
      isPortTaken ||= PORT_TAKEN.test(line);
      if (announces.test(line)) resolve();
    });
  });
  try {
    await waitUntilReady(child, announced, endpoint);
  } catch (error) {
    await child.stop();
    const reason = error instanceof Error ? error.message : String(error);
    const EngineError = isPortTaken ? PortTakenError : Error;
    throw new EngineError(`The DynamoDB engine ${kind} ${reason}\n${lastLines.join('\n')}`.trim(), {
      cause: error,
    });
  }
  const fault = database && (await indexStreamRecords(database));
  if (fault) warn?.(`DynamoDB: without indexes it slows down with its history: ${fault}`);
  const exited = child.exited.then((how) => `The DynamoDB engine ${kind} ended with ${how}.`);
  return { kind, endpoint, stop: child.stop, exited };
}

// Another program may have taken the port since it was chosen, and may answer the same request. So an
// answer counts only after the child has announced itself, and while it runs: it ends when its port is
// taken.
async function waitUntilReady(child: GuardedChild, announced: Promise<void>, endpoint: string) {
  const deadline = AbortSignal.timeout(READY_TIMEOUT_MS);
  const tooLate = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error('did not answer in time.'));
    deadline.addEventListener('abort', giveUp, { once: true });
  });
  const ended = child.exited.then((how) => {
    throw new Error(`ended with ${how} before it was ready.`);
  });
  const answered = announced.then(async () => {
    while (!deadline.aborted && !(await isAnswering(endpoint))) await sleep(20);
    await sleep(SETTLE_PAUSE_MS);
  });
  await Promise.race([answered, ended, tooLate]);
}

async function isAnswering(endpoint: string, timeoutMs = ATTEMPT_MS): Promise<boolean> {
  const scope = 'local/20260101/us-east-1/dynamodb/aws4_request';
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.ListTables',
        'x-amz-date': '20260101T000000Z',
        authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=00`,
      },
      body: '{}',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok;
  } catch {
    return false;
  }
}
