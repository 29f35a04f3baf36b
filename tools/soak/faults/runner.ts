// Starts the runner of the template as `npm start` does, in a process of its own, so that the soak test can
// kill it, step its clock and end functions in the middle of their work.
import { join } from 'node:path';
import { getEnvironmentData } from 'node:worker_threads';
import { openLocalAdministration } from '../../../commands/administration/connect.ts';
import type { StackFile } from '../../../commands/administration/connect.ts';
import type { FunctionRunner } from '../../../local/lambda/functions.ts';
import { seedDemo } from '../../../local/start/registration/demo-data.ts';
import { startLocal } from '../../../local/start/start.ts';
import type { LocalDeployment } from '../../../local/start/start.ts';
import { buildConsumersConnection } from '../../../commands/projections/connect.ts';
import { buildLedgerConnection } from '../../../commands/verification/connect.ts';
import { disturbCalls } from './disturbed-calls.ts';
import type { CallFault, DisturbedCalls } from './disturbed-calls.ts';

export interface RunnerOptions {
  readonly assembly: string;
  readonly dataFolder: string;
  readonly engine: string;
  readonly s3: string;
  /** The addresses that functions get instead of those of the services, by variable. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** The port, by API; an API without one gets a free port. */
  readonly ports: Readonly<Record<string, number>>;
  /** The milliseconds by which the runner's clock is ahead of the machine's. */
  readonly clock: number;
  readonly calls: readonly CallFault[];
  /** How many workers of functions stay loaded while they are idle. */
  readonly loadedFunctions: number;
}

/** A message to the runner, which answers with its number. */
export interface RunnerOrder {
  readonly number: number;
  /** The proxies know the addresses, so that functions may start. */
  readonly isLocated?: true;
  /** Answered with the milliseconds that the clock is ahead then. */
  readonly clock?: number;
  /** Answered with the number of functions that end. */
  readonly killFunctions?: number;
  readonly calls?: readonly CallFault[];
  /** Answered with the result of the function. */
  readonly call?: CalledWith;
}

/** The functions that the soak test calls more often than their schedules do. */
export type CalledFunction = 'seal-receipts' | 'retry-webhooks';

/** What a function is called with. */
export interface CalledWith {
  readonly function: CalledFunction;
  readonly event: object;
}

/** A message of the runner. */
export interface RunnerMessage {
  /** Where its services are; it continues once they are located. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** It serves from now on. */
  readonly connection?: RunnerConnection;
  readonly call?: { readonly fault: CallFault; readonly what: string };
  /** The answer to an order; without a result if the order failed. */
  readonly answer?: { readonly number: number; readonly result?: unknown };
}

type StackFileMember =
  'auth_url' | 'client_id' | 'redirect_uri' | 'operators' | 'ledger' | 'stream_consumers';

/** How to reach the runner; it reports this once it serves. */
export interface RunnerConnection extends Pick<StackFile, StackFileMember> {
  readonly base_url: string;
  readonly workbench_url: string;
}

// The memory that stepped-clock.mjs shares, in the same layout; that module must be loaded first.
const shared = getEnvironmentData('soak') as SharedArrayBuffer;
const clock = new Float64Array(shared, 0, 1);
const killSignal = new Int32Array(shared, 8, 1);
const clockModule = new URL('stepped-clock.mjs', import.meta.url).href;

// Several postings at once meet in the queue of their account.
const PER_FUNCTION = 4;
/** So many workers may be busy besides those that stay loaded. */
const BUSY = 8;

const options = JSON.parse(process.argv[2] ?? '{}') as RunnerOptions;
const send = (message: RunnerMessage) => process.send?.(message);
let disturbed: DisturbedCalls | undefined;
clock[0] = options.clock;
process.once('disconnect', () => process.exit());
const located = Promise.withResolvers<void>();
const started = Promise.withResolvers<LocalDeployment>();
process.on('message', (order: RunnerOrder) => {
  void carryOut(order).then((result) => send({ answer: { number: order.number, result } }));
});
const running = await startRunner(options);
started.resolve(running.local);
send({ connection: running.connection });

async function carryOut(order: RunnerOrder): Promise<unknown> {
  if (order.isLocated) located.resolve();
  if (order.clock !== undefined) {
    clock[0] = order.clock;
    return Math.round(Date.now() - performance.timeOrigin - performance.now());
  }
  if (order.killFunctions !== undefined) return Atomics.notify(killSignal, 0, order.killFunctions);
  if (order.calls) disturbed?.use(order.calls);
  return order.call && callFunction(await started.promise, order.call);
}

async function callFunction(
  { functions }: LocalDeployment,
  { function: wanted, event }: CalledWith,
): Promise<unknown> {
  const name = functions.names.find((one) => one.endsWith(`-${wanted}`));
  if (name === undefined) throw new Error(`the template has no function ${wanted}`);
  try {
    return await functions.invoke(name, event);
  } catch {
    // Its process was ended, or one of its calls failed more often than it repeats it.
    return undefined;
  }
}

async function tellAddresses(addresses: Record<string, string>): Promise<Record<string, string>> {
  send({ addresses });
  await located.promise;
  return { ...addresses, ...options.endpoints };
}

function interposeFaults(functions: FunctionRunner): FunctionRunner {
  disturbed = disturbCalls(functions, (fault, what) => send({ call: { fault, what } }));
  disturbed.use(options.calls);
  return disturbed.functions;
}

async function startRunner({
  assembly,
  dataFolder,
  engine,
  s3,
  ports,
  loadedFunctions,
}: RunnerOptions): Promise<{ local: LocalDeployment; connection: RunnerConnection }> {
  const local = await startLocal({
    assembly,
    dataFolder,
    engine: new URL(engine),
    s3: new URL(s3),
    ports,
    environment: { NODE_OPTIONS: `--import=${clockModule}` },
    warm: true,
    limits: {
      perFunction: PER_FUNCTION,
      inAll: loadedFunctions + BUSY,
      idle: loadedFunctions,
    },
    between: { endpoints: tellAddresses, functions: interposeFaults },
  });
  const identity = { table: findIdentityTable(local), endpoint: local.endpoint };
  const demo = await seedDemo(openLocalAdministration({ identity }), join(dataFolder, 'demo.json'));
  const connection = {
    ...demo,
    auth_url: String(local.urls.auth_url),
    base_url: String(local.urls.base_url),
    workbench_url: String(local.urls.workbench_url),
    ledger: buildLedgerConnection(local),
    stream_consumers: buildConsumersConnection(local),
  };
  return { local, connection };
}

function findIdentityTable({ outputs }: LocalDeployment): string {
  return String(Object.entries(outputs).find(([name]) => name.endsWith('.IdentityTable'))?.[1]);
}
