// The test rig of a soak test: an engine, an S3 and the runner of the template, with proxies between them that
// inject faults. The engine and the runner can be ended and restarted on their data.
import { join } from 'node:path';
import { startEngine } from '../../local/engines/engine.ts';
import type { EngineName } from '../../local/engines/engine-command.ts';
import { startS3 } from '../../local/s3/server.ts';
import type { CallFault } from './faults/disturbed-calls.ts';
import { startRunner } from './faults/runner-process.ts';
import type { CalledFunction, RunnerConnection } from './faults/runner.ts';
import { startServiceFaults } from './faults/service-faults.ts';
import type { ServiceFaults } from './faults/service-faults.ts';
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
  readonly services: ServiceFaults;
  /** Kills the runner with all its functions, and resolves when it serves again. */
  killRunner(): Promise<void>;
  /** Restarts the engine, which may lose requests in flight, and resolves when it serves again. */
  restartEngine(): Promise<void>;
  /** Ends this number of functions of the runner in the middle of their work; returns how many there were. */
  killFunctions(count: number): Promise<number>;
  /** Has the functions called with these faults from now on. */
  disturbCalls(faults: readonly CallFault[]): Promise<void>;
  /** Sets what gets the report of every disturbed call. */
  onDisturbedCall(report: (fault: CallFault, what: string) => void): void;
  /** Calls a function of the runner and returns its result; undefined if it failed, or the runner ended. */
  call(name: CalledFunction, event: object): Promise<unknown>;
  /** Sets how many milliseconds the runner's clock is ahead of the machine's; returns what it is then. */
  setClock(milliseconds: number): Promise<number>;
  stop(): Promise<void>;
}

export interface TestRigOptions {
  /** An empty folder for data and logs. */
  readonly folder: string;
  readonly engine: EngineName;
  /** How many workers of functions stay loaded while they are idle. */
  readonly loadedFunctions: number;
}

export async function startTestRig(options: TestRigOptions): Promise<TestRig> {
  const { folder, engine: kind, loadedFunctions } = options;
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
    const services = await startServiceFaults();
    stops.push(services.stop);
    const addresses = { engine: store.endpoint, s3: s3.endpoint, endpoints: services.endpoints };
    const runner = await startRunner(folder, { ...addresses, loadedFunctions }, services.locate);
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
      services,
      killRunner: runner.kill,
      restartEngine: async () => {
        await engine.stop();
        engine = await startOwnEngine();
      },
      killFunctions: runner.killFunctions,
      disturbCalls: runner.disturbCalls,
      onDisturbedCall: runner.onDisturbedCall,
      call: runner.call,
      setClock: runner.setClock,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
