// A separate program: the runner of the template as `npm start` starts it. The soak kills it, steps its
// clock and ends functions in the middle of their work.
import { join } from 'node:path';
import { getEnvironmentData } from 'node:worker_threads';
import { openLocalAdministration } from '../../commands/administration/connect.ts';
import type { StackFile } from '../../commands/administration/connect.ts';
import { seedDemo } from '../../local/start/demo-data.ts';
import { startLocal } from '../../local/start/start.ts';
import type { LocalDeployment } from '../../local/start/start.ts';
import { buildConsumersConnection } from '../../commands/projections/connect.ts';
import { buildLedgerConnection } from '../../commands/verification/connect.ts';

export interface RunnerOptions {
  readonly assembly: string;
  readonly dataFolder: string;
  readonly engine: string;
  readonly s3: string;
  /** By API; an API that is not named gets a free one. */
  readonly ports: Readonly<Record<string, number>>;
  /** Milliseconds by which its clock differs from the machine's. */
  readonly clock: number;
}

/** The messages that the runner receives. */
export interface RunnerOrder {
  readonly clock?: number;
  readonly killFunctions?: number;
}

type StackFileMember =
  'auth_url' | 'client_id' | 'redirect_uri' | 'operators' | 'ledger' | 'stream_consumers';

/** What it says of itself once it serves. */
export interface RunnerConnection extends Pick<StackFile, StackFileMember> {
  readonly base_url: string;
  readonly workbench_url: string;
}

// Laid out as stepped-clock.mjs reads it, which must be loaded before this.
const shared = getEnvironmentData('soak') as SharedArrayBuffer;
const clock = new Float64Array(shared, 0, 1);
const killSignal = new Int32Array(shared, 8, 1);
const clockModule = new URL('faults/stepped-clock.mjs', import.meta.url).href;

// Every function is called often: none may be evicted and loaded again.
const LIMITS = { perFunction: 2, inAll: 48, idle: 40 };

const options = JSON.parse(process.argv[2] ?? '{}') as RunnerOptions;
clock[0] = options.clock;
process.once('disconnect', () => process.exit());
process.on('message', (order: RunnerOrder) => {
  if (order.clock !== undefined) clock[0] = order.clock;
  if (order.killFunctions !== undefined) Atomics.notify(killSignal, 0, order.killFunctions);
});
process.send?.(await startRunner(options));

async function startRunner({
  assembly,
  dataFolder,
  engine,
  s3,
  ports,
}: RunnerOptions): Promise<RunnerConnection> {
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
  return {
    ...demo,
    auth_url: String(local.urls.auth_url),
    base_url: String(local.urls.base_url),
    workbench_url: String(local.urls.workbench_url),
    ledger: buildLedgerConnection(local),
    stream_consumers: buildConsumersConnection(local),
  };
}

function findIdentityTable({ outputs }: LocalDeployment): string {
  return String(Object.entries(outputs).find(([name]) => name.endsWith('.IdentityTable'))?.[1]);
}
