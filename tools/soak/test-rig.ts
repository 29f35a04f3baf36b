// What the soak runs on: an engine, an S3 and the runner of the template, each of which can be ended
// and started again on what it left, with proxies in between that make them behave badly.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { assemble, LOCAL_CONTEXT } from '../../local/cloudformation/assemble.ts';
import { startEngine } from '../../local/engines/engine.ts';
import type { EngineName } from '../../local/engines/engine-command.ts';
import { startS3 } from '../../local/s3/server.ts';
import type { RunnerOrder, RunnerConnection, RunnerOptions } from './runner.ts';
import { startS3Faults } from './faults/s3-faults.ts';
import type { S3Faults } from './faults/s3-faults.ts';
import { startStoreFaultProxy } from './faults/store-faults.ts';
import type { StoreFaultProxy } from './faults/store-faults.ts';

export interface TestRig {
  /** Where the product answers now; changes with each start of the runner. */
  readonly place: RunnerConnection;
  /** Of the engine itself, past the faults. */
  readonly engineEndpoint: string;
  readonly store: StoreFaultProxy;
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

export interface TestRigOptions {
  /** An empty one, for data and logs. */
  readonly folder: string;
  readonly engine: EngineName;
}

const STARTS_MAX = 10;
/** A start that takes longer has met something that hangs. */
const START_MS = 60_000;
const RUNNER = join(import.meta.dirname, 'runner.ts');
const CLOCK = new URL('faults/stepped-clock.mjs', import.meta.url).href;

interface RunningRunner {
  readonly child: ChildProcess;
  readonly place: RunnerConnection;
}

export async function startTestRig({ folder, engine: kind }: TestRigOptions): Promise<TestRig> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one();
  };
  const engineFolder = join(folder, 'engine');
  try {
    const startOwn = () => startEngine({ kind, dataFolder: engineFolder });
    let engine = await startOwn();
    stops.push(() => engine.stop());
    const store = await startStoreFaultProxy(() => engine.endpoint);
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

interface RunnerProcess {
  readonly place: RunnerConnection;
  kill(): Promise<void>;
  setClock(milliseconds: number): void;
  order(order: RunnerOrder): void;
  stop(): Promise<void>;
}

async function startRunner(
  folder: string,
  services: Pick<RunnerOptions, 'engine' | 's3'>,
): Promise<RunnerProcess> {
  const output = join(folder, 'cdk.out');
  const { folder: assembly } = await assemble({ output, context: LOCAL_CONTEXT });
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder, { recursive: true });
  let clock = 0;
  const start = (ports: RunnerOptions['ports']) =>
    startWithRetries({ ...services, assembly, dataFolder, ports, clock });
  let running = await start({});
  const order = (one: RunnerOrder) => {
    if (running.child.connected) running.child.send(one);
  };
  return {
    get place() {
      return running.place;
    },
    kill: async () => {
      await endProcess(running.child);
      running = await start(readPorts(running.place));
    },
    setClock: (milliseconds) => {
      clock = milliseconds;
      order({ clock });
    },
    order,
    stop: () => endProcess(running.child),
  };
}

// Under the faults of the store a start may fail, and is tried again, as a supervisor would. Meanwhile
// somebody else may have taken a port: then any will do.
async function startWithRetries(options: RunnerOptions): Promise<RunningRunner> {
  for (let count = 1; ; count += 1) {
    try {
      return await startRunnerOnce(count === 1 ? options : { ...options, ports: {} });
    } catch (error) {
      if (count === STARTS_MAX) throw error;
    }
  }
}

function startRunnerOnce(options: RunnerOptions): Promise<RunningRunner> {
  const child = fork(RUNNER, [JSON.stringify(options)], {
    execArgv: [`--import=${CLOCK}`, '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => (complaint = `${complaint}${text}`.slice(-2_000)));
  const { promise, resolve, reject } = Promise.withResolvers<RunningRunner>();
  const startTimer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  child.once('message', (place) => resolve({ child, place: place as RunnerConnection }));
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`The runner did not start.\n${complaint}`)));
  return promise.finally(() => clearTimeout(startTimer));
}

function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

function readPorts({
  base_url,
  workbench_url,
  auth_url,
}: RunnerConnection): Record<string, number> {
  const portOf = (url: string) => Number(new URL(url).port);
  return {
    ledger: portOf(base_url),
    workbench: portOf(workbench_url),
    identity: portOf(auth_url),
  };
}
