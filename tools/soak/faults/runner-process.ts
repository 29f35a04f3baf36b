// The process of the runner: it is started, killed and given orders.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { assemble, LOCAL_CONTEXT } from '../../../local/cloudformation/assemble.ts';
import type { CallFault } from './disturbed-calls.ts';
import type {
  CalledFunction,
  RunnerConnection,
  RunnerMessage,
  RunnerOptions,
  RunnerOrder,
} from './runner.ts';

export interface RunnerProcess {
  readonly connection: RunnerConnection;
  kill(): Promise<void>;
  setClock(milliseconds: number): Promise<number>;
  killFunctions(count: number): Promise<number>;
  disturbCalls(faults: readonly CallFault[]): Promise<void>;
  onDisturbedCall(report: CallReport): void;
  call(name: CalledFunction, event: object): Promise<unknown>;
  stop(): Promise<void>;
}

type CallReport = (fault: CallFault, what: string) => void;
type LocateServices = (addresses: Readonly<Record<string, string>>) => void;

const CONTEXT = {
  ...LOCAL_CONTEXT,
  settings: { ...LOCAL_CONTEXT.settings, combining: true },
};
const STARTS_MAX = 10;
/** A start that takes longer hangs. */
const START_TIMEOUT_MS = 300_000;
const RUNNER = join(import.meta.dirname, 'runner.ts');
const CLOCK = new URL('stepped-clock.mjs', import.meta.url).href;

/** Starts it on the data in the folder; at each start it reports to `locate` where its services are. */
export async function startRunner(
  folder: string,
  settings: Pick<RunnerOptions, 'engine' | 's3' | 'endpoints' | 'loadedFunctions'>,
  locate: LocateServices,
): Promise<RunnerProcess> {
  const output = join(folder, 'cdk.out');
  const { folder: assembly } = await assemble({ output, context: CONTEXT });
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder, { recursive: true });
  const state = { clock: 0, calls: [] as readonly CallFault[] };
  let report: CallReport = () => undefined;
  const start = (ports: RunnerOptions['ports']) => {
    const options = { ...settings, ...state, assembly, dataFolder, ports };
    return startWithRetries(options, {
      locate,
      report: (fault, what) => report(fault, what),
    });
  };
  let running = await start({});
  return {
    get connection() {
      return running.connection;
    },
    kill: async () => {
      await endProcess(running.child);
      running = await start(readPorts(running.connection));
    },
    setClock: async (clock) => {
      state.clock = clock;
      return Number(await carryOut(running.child, { clock }));
    },
    killFunctions: async (killFunctions) =>
      Number((await carryOut(running.child, { killFunctions })) ?? 0),
    disturbCalls: async (calls) => {
      state.calls = calls;
      await carryOut(running.child, { calls });
    },
    onDisturbedCall: (listener) => {
      report = listener;
    },
    call: (name, event) => carryOut(running.child, { call: { function: name, event } }),
    stop: () => endProcess(running.child),
  };
}

let orders = 0;

/** Resolves with the result; undefined if the order failed, or the runner ended. */
function carryOut(child: ChildProcess, order: Omit<RunnerOrder, 'number'>): Promise<unknown> {
  if (!child.connected) return Promise.resolve(undefined);
  orders += 1;
  const number = orders;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const onMessage = ({ answer }: RunnerMessage) => {
    if (answer?.number === number) resolve(answer.result);
  };
  const onEnd = () => resolve(undefined);
  child.on('message', onMessage);
  child.once('exit', onEnd);
  child.send({ number, ...order } satisfies RunnerOrder);
  return promise.finally(() => {
    child.off('message', onMessage);
    child.off('exit', onEnd);
  });
}

interface RunningRunner {
  readonly child: ChildProcess;
  readonly connection: RunnerConnection;
}

interface RunnerListeners {
  readonly locate: LocateServices;
  readonly report: CallReport;
}

// Faults of the store may fail a start, which is then retried, as a supervisor would. Another program may have
// taken a port meanwhile, so a retry takes free ones.
async function startWithRetries(
  options: RunnerOptions,
  listeners: RunnerListeners,
): Promise<RunningRunner> {
  for (let count = 1; ; count += 1) {
    try {
      return await startRunnerOnce(count === 1 ? options : { ...options, ports: {} }, listeners);
    } catch (error) {
      if (count === STARTS_MAX) throw error;
    }
  }
}

function startRunnerOnce(
  options: RunnerOptions,
  { locate, report }: RunnerListeners,
): Promise<RunningRunner> {
  const child = fork(RUNNER, [JSON.stringify(options)], {
    execArgv: [`--import=${CLOCK}`, '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => (errors = `${errors}${text}`.slice(-2_000)));
  const { promise, resolve, reject } = Promise.withResolvers<RunningRunner>();
  const startTimer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  child.on('message', ({ addresses, connection, call }: RunnerMessage) => {
    if (addresses) {
      locate(addresses);
      child.send({ number: 0, isLocated: true } satisfies RunnerOrder);
    }
    if (call) report(call.fault, call.what);
    if (connection) resolve({ child, connection });
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
