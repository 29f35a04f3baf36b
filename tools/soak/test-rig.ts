// What the soak runs on: an engine, an S3 and the runner of the template, each of which can be ended
// and started again on what it left, with proxies in between that make them behave badly.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { assemble, ofThisMachine } from '../../local/cloudformation/assemble.ts';
import { startEngine } from '../../local/engines/engine.ts';
import type { EngineName } from '../../local/engines/engine-command.ts';
import { startS3 } from '../../local/s3/server.ts';
import type { Order, Place, RunnerOptions } from './runner.ts';
import { startS3Faults } from './faults/s3-faults.ts';
import type { S3Faults } from './faults/s3-faults.ts';
import { startStoreFaults } from './faults/store-faults.ts';
import type { StoreFaults } from './faults/store-faults.ts';

export interface Stand {
  /** Where the product answers now; changes with each start of the runner. */
  readonly place: Place;
  /** Of the engine itself, past the faults. */
  readonly engineEndpoint: string;
  readonly store: StoreFaults;
  readonly s3: S3Faults;
  /** SIGKILL, with all functions in the middle of their work; it serves again when this resolves. */
  killRunner(): Promise<void>;
  /** What is under way at the engine is lost or not; it serves again when this resolves. */
  restartEngine(): Promise<void>;
  /** Ends so many functions of the runner in the middle of their work. */
  killFunctions(count: number): void;
  /** From now on the runner's clock differs so many milliseconds from the machine's. */
  setClock(milliseconds: number): void;
  stop(): Promise<void>;
}

export interface StandOptions {
  /** An empty one, for data and logs. */
  readonly folder: string;
  readonly engine: EngineName;
}

const STARTS_MAX = 10;
/** A start that takes longer has met something that hangs. */
const START_MS = 60_000;
const RUNNER = join(import.meta.dirname, 'runner.ts');
const CLOCK = new URL('faults/stepped-clock.mjs', import.meta.url).href;

interface Running {
  readonly child: ChildProcess;
  readonly place: Place;
}

export async function startStand({ folder, engine: kind }: StandOptions): Promise<Stand> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one();
  };
  const engineFolder = join(folder, 'engine');
  try {
    const startOwn = () => startEngine({ kind, dataFolder: engineFolder });
    let engine = await startOwn();
    stops.push(() => engine.stop());
    const store = await startStoreFaults(() => engine.endpoint);
    stops.push(store.stop);
    const objects = await startS3({ dataFolder: join(folder, 's3') });
    stops.push(objects.stop);
    const s3 = await startS3Faults(objects.endpoint);
    stops.push(s3.stop);
    const runner = await startRunner(folder, { engine: store.endpoint, s3: s3.endpoint });
    stops.push(runner.stop);
    return {
      get place() {
        return runner.place;
      },
      get engineEndpoint() {
        return engine.endpoint;
      },
      store,
      s3,
      killRunner: runner.kill,
      restartEngine: async () => {
        await engine.stop();
        engine = await startOwn();
      },
      killFunctions: (count) => runner.order({ killFunctions: count }),
      setClock: runner.setClock,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Runner {
  readonly place: Place;
  kill(): Promise<void>;
  setClock(milliseconds: number): void;
  order(order: Order): void;
  stop(): Promise<void>;
}

async function startRunner(
  folder: string,
  services: Pick<RunnerOptions, 'engine' | 's3'>,
): Promise<Runner> {
  const output = join(folder, 'cdk.out');
  const { folder: assembly } = await assemble({ output, context: ofThisMachine });
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder, { recursive: true });
  let clock = 0;
  const start = (ports: RunnerOptions['ports']) =>
    startPatiently({ ...services, assembly, dataFolder, ports, clock });
  let running = await start({});
  const order = (one: Order) => {
    if (running.child.connected) running.child.send(one);
  };
  return {
    get place() {
      return running.place;
    },
    kill: async () => {
      await end(running.child);
      running = await start(portsOf(running.place));
    },
    setClock: (milliseconds) => {
      clock = milliseconds;
      order({ clock });
    },
    order,
    stop: () => end(running.child),
  };
}

// Under the faults of the store a start may fail, and is tried again, as a supervisor would. Meanwhile
// somebody else may have taken a port: then any will do.
async function startPatiently(options: RunnerOptions): Promise<Running> {
  for (let count = 1; ; count += 1) {
    try {
      return await startOnce(count === 1 ? options : { ...options, ports: {} });
    } catch (error) {
      if (count === STARTS_MAX) throw error;
    }
  }
}

function startOnce(options: RunnerOptions): Promise<Running> {
  const child = fork(RUNNER, [JSON.stringify(options)], {
    execArgv: [`--import=${CLOCK}`, '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => (complaint = `${complaint}${text}`.slice(-2_000)));
  const { promise, resolve, reject } = Promise.withResolvers<Running>();
  const patience = setTimeout(() => child.kill('SIGKILL'), START_MS);
  child.once('message', (place) => resolve({ child, place: place as Place }));
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`The runner did not start.\n${complaint}`)));
  return promise.finally(() => clearTimeout(patience));
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

function portsOf({ base_url, workbench_url, auth_url }: Place): Record<string, number> {
  const portOf = (url: string) => Number(new URL(url).port);
  return {
    ledger: portOf(base_url),
    workbench: portOf(workbench_url),
    identity: portOf(auth_url),
  };
}
