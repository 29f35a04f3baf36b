// The test rig of a soak test: an engine, an S3 and the runner of the template, with proxies between them that
// inject faults. The engine and the runner can be ended and restarted on their data.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { assemble, LOCAL_CONTEXT } from '../../local/cloudformation/assemble.ts';
import { startEngine } from '../../local/engines/engine.ts';
import type { EngineName } from '../../local/engines/engine-command.ts';
import { startS3 } from '../../local/s3/server.ts';
import type {
  CalledFunction,
  FunctionAnswer,
  RunnerOrder,
  RunnerConnection,
  RunnerOptions,
} from './runner.ts';
import { startS3Faults } from './faults/s3-faults.ts';
import type { S3Faults } from './faults/s3-faults.ts';
import { startStoreFaultProxy } from './faults/store-faults.ts';
import type { StoreFaultProxy } from './faults/store-faults.ts';

export interface TestRig {
  /** The addresses of the product; they may change when the runner restarts. */
  readonly connection: RunnerConnection;
  /** The engine itself, without the fault proxy. */
  readonly engineEndpoint: string;
  readonly store: StoreFaultProxy;
  readonly s3: S3Faults;
  /** Kills the runner with all its functions, and resolves when it serves again. */
  killRunner(): Promise<void>;
  /** Restarts the engine, which may lose requests in flight, and resolves when it serves again. */
  restartEngine(): Promise<void>;
  /** Ends this number of functions of the runner in the middle of their work. */
  killFunctions(count: number): void;
  /** Calls a function of the runner and returns its result; undefined if it failed, or the runner ended. */
  call(name: CalledFunction, event: object): Promise<unknown>;
  /** Sets how many milliseconds the runner's clock is ahead of the machine's. */
  setClock(milliseconds: number): void;
  stop(): Promise<void>;
}

export interface TestRigOptions {
  /** An empty folder for data and logs. */
  readonly folder: string;
  readonly engine: EngineName;
}

const CONTEXT = {
  ...LOCAL_CONTEXT,
  settings: { ...LOCAL_CONTEXT.settings, combining: true },
};
const STARTS_MAX = 10;
/** A start that takes longer hangs. */
const START_TIMEOUT_MS = 300_000;
const RUNNER = join(import.meta.dirname, 'runner.ts');
const CLOCK = new URL('faults/stepped-clock.mjs', import.meta.url).href;

interface RunningRunner {
  readonly child: ChildProcess;
  readonly connection: RunnerConnection;
}

export async function startTestRig({ folder, engine: kind }: TestRigOptions): Promise<TestRig> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopPart of stops.splice(0).toReversed()) await stopPart();
  };
  const engineFolder = join(folder, 'engine');
  try {
    const startOwnEngine = () => startEngine({ kind, dataFolder: engineFolder });
    let engine = await startOwnEngine();
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
      get connection() {
        return runner.connection;
      },
      get engineEndpoint() {
        return engine.endpoint;
      },
      store,
      s3,
      killRunner: runner.kill,
      restartEngine: async () => {
        await engine.stop();
        engine = await startOwnEngine();
      },
      call: runner.call,
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
  readonly connection: RunnerConnection;
  kill(): Promise<void>;
  setClock(milliseconds: number): void;
  readonly call: TestRig['call'];
  order(order: RunnerOrder): void;
  stop(): Promise<void>;
}

async function startRunner(
  folder: string,
  services: Pick<RunnerOptions, 'engine' | 's3'>,
): Promise<RunnerProcess> {
  const output = join(folder, 'cdk.out');
  const { folder: assembly } = await assemble({ output, context: CONTEXT });
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder, { recursive: true });
  let clock = 0;
  const start = (ports: RunnerOptions['ports']) =>
    startWithRetries({ ...services, assembly, dataFolder, ports, clock });
  let running = await start({});
  const order = (message: RunnerOrder) => {
    if (running.child.connected) running.child.send(message);
  };
  return {
    get connection() {
      return running.connection;
    },
    kill: async () => {
      await endProcess(running.child);
      running = await start(readPorts(running.connection));
    },
    setClock: (milliseconds) => {
      clock = milliseconds;
      order({ clock });
    },
    call: (name, event) => requestCall(running.child, name, event),
    order,
    stop: () => endProcess(running.child),
  };
}

let calls = 0;

function requestCall(child: ChildProcess, name: CalledFunction, event: object): Promise<unknown> {
  if (!child.connected) return Promise.resolve(undefined);
  calls += 1;
  const number = calls;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const onMessage = (answer: Partial<FunctionAnswer>) => {
    if (answer.called === number) resolve(answer.result);
  };
  const onEnd = () => resolve(undefined);
  child.on('message', onMessage);
  child.once('exit', onEnd);
  child.send({ call: { number, function: name, event } } satisfies RunnerOrder);
  return promise.finally(() => {
    child.off('message', onMessage);
    child.off('exit', onEnd);
  });
}

// Faults of the store may fail a start, which is then retried, as a supervisor would. Another program may have
// taken a port meanwhile, so a retry takes free ones.
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
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => (errors = `${errors}${text}`.slice(-2_000)));
  const { promise, resolve, reject } = Promise.withResolvers<RunningRunner>();
  const startTimer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  child.once('message', (message) => {
    resolve({ child, connection: message as RunnerConnection });
  });
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`The runner did not start.\n${errors}`)));
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
  const readPort = (url: string) => Number(new URL(url).port);
  return {
    ledger: readPort(base_url),
    workbench: readPort(workbench_url),
    identity: readPort(auth_url),
  };
}
