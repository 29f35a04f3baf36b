// Starts the runner of the template as `npm start` does, in a process of its own, so that the soak test can
// kill it, step its clock and end functions in the middle of their work.
import { join } from 'node:path';
import { getEnvironmentData } from 'node:worker_threads';
import { openLocalAdministration } from '../../commands/administration/connect.ts';
import type { StackFile } from '../../commands/administration/connect.ts';
import { seedDemo } from '../../local/start/registration/demo-data.ts';
import { startLocal } from '../../local/start/start.ts';
import type { LocalDeployment } from '../../local/start/start.ts';
import { buildConsumersConnection } from '../../commands/projections/connect.ts';
import { buildLedgerConnection } from '../../commands/verification/connect.ts';

export interface RunnerOptions {
  readonly assembly: string;
  readonly dataFolder: string;
  readonly engine: string;
  readonly s3: string;
  /** The port, by API; an API without one gets a free port. */
  readonly ports: Readonly<Record<string, number>>;
  /** The milliseconds by which the runner's clock is ahead of the machine's. */
  readonly clock: number;
}

/** A message to the runner. */
export interface RunnerOrder {
  readonly clock?: number;
  readonly killFunctions?: number;
  readonly call?: CalledWith;
}

/** The functions that the soak test calls more often than their schedules do. */
export type CalledFunction = 'seal-receipts' | 'retry-webhooks';

/** What a function is called with; the runner answers with the number and the result. */
export interface CalledWith {
  readonly number: number;
  readonly function: CalledFunction;
  readonly event: object;
}

export interface FunctionAnswer {
  readonly called: number;
  /** Absent when the function failed. */
  readonly result?: unknown;
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
const clockModule = new URL('faults/stepped-clock.mjs', import.meta.url).href;

// The soak test calls every function often, so none should be evicted and loaded again.
// Several postings at once meet in the queue of their account.
const LIMITS = { perFunction: 4, inAll: 48, idle: 40 };

const options = JSON.parse(process.argv[2] ?? '{}') as RunnerOptions;
clock[0] = options.clock;
process.once('disconnect', () => process.exit());
process.on('message', (order: RunnerOrder) => {
  if (order.clock !== undefined) clock[0] = order.clock;
  if (order.killFunctions !== undefined) Atomics.notify(killSignal, 0, order.killFunctions);
});
const running = await startRunner(options);
process.on('message', ({ call }: RunnerOrder) => {
  if (call) void callFunction(running.local, call).then((answer) => process.send?.(answer));
});
process.send?.(running.connection);

async function callFunction(
  { functions }: LocalDeployment,
  { number: called, function: wanted, event }: CalledWith,
): Promise<FunctionAnswer> {
  const name = functions.names.find((one) => one.endsWith(`-${wanted}`));
  if (name === undefined) throw new Error(`the template has no function ${wanted}`);
  try {
    return { called, result: await functions.invoke(name, event) };
  } catch {
    // Its process was ended, or one of its calls failed more often than it repeats it.
    return { called };
  }
}

async function startRunner({
  assembly,
  dataFolder,
  engine,
  s3,
  ports,
}: RunnerOptions): Promise<{ local: LocalDeployment; connection: RunnerConnection }> {
  const local = await startLocal({
    assembly,
    dataFolder,
    engine: new URL(engine),
    s3: new URL(s3),
    ports,
    environment: { NODE_OPTIONS: `--import=${clockModule}` },
    warm: true,
    limits: LIMITS,
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
