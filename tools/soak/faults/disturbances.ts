// The disturbances of a soak test: a lasting disturbance spans a round, and an incident happens in the middle
// of the round.
import type { SoakNetwork } from './network.ts';
import type { S3Fault } from './s3-faults.ts';
import type { TestRig } from '../test-rig.ts';
import type { StoreFault } from './store-faults.ts';

export interface DisturbanceTarget {
  readonly rig: TestRig;
  readonly network: SoakNetwork;
  /** A random number from 0 to 1. */
  draw(): number;
  readonly clock: SimulatedClock;
}

/** How many milliseconds the runner's clock is ahead of the machine's. */
export interface SimulatedClock {
  now: number;
  /** The maximum so far: no record has a later timestamp. */
  farthest: number;
}

export interface SoakDisturbance {
  readonly name: string;
  start(target: DisturbanceTarget): Promise<void> | void;
}

const WRITE_OPERATIONS = /^TransactWriteItems$/;
/** Requests for data and stream records; the creation of tables is not disturbed. */
const DATA_OPERATIONS = /Item|Query|Scan|GetRecords/;
const HOLD_MS = 15;

function buildStoreDisturbance(
  name: string,
  share: number,
  operations: RegExp,
  ...faults: StoreFault[]
): SoakDisturbance {
  return {
    name,
    start: ({ rig, draw }) => {
      rig.store.fail((operation) => {
        const fault = faults[Math.floor(draw() * faults.length)] ?? 'none';
        return operations.test(operation) && draw() < share ? fault : 'none';
      });
    },
  };
}

function buildNetworkDisturbance(
  name: string,
  condition: SoakNetwork['condition'],
): SoakDisturbance {
  return {
    name,
    start: ({ network }) => {
      network.condition = condition;
    },
  };
}

const S3_FAULTS: readonly S3Fault[] = [
  { delayMs: 1_500 },
  { status: 503 },
  'lost',
  { delayMs: 500 },
  { status: 500 },
  { cutAfter: 10 },
];

export const lastingDisturbances: readonly SoakDisturbance[] = [
  buildStoreDisturbance('conflicts', 0.3, WRITE_OPERATIONS, 'conflict'),
  buildStoreDisturbance('throttling', 0.12, DATA_OPERATIONS, 'throttle'),
  buildStoreDisturbance('lost answers of the store', 0.2, WRITE_OPERATIONS, 'lost'),
  buildStoreDisturbance(
    'a store that fails and loses connections',
    0.1,
    DATA_OPERATIONS,
    'dead',
    'unavailable',
    'lost',
  ),
  buildStoreDisturbance('transactions in progress', 0.2, WRITE_OPERATIONS, 'in-progress'),
  buildStoreDisturbance('calls that hang', 0.05, /^BatchGetItem$|^Transact/, 'hang'),
  {
    name: 'locked items',
    start: ({ rig }) => rig.store.lockItems(HOLD_MS),
  },
  buildNetworkDisturbance('lost answers', 'lossy'),
  buildNetworkDisturbance('clients that do not wait', 'short-timeouts'),
  {
    name: 'a slow and failing S3',
    start: ({ rig }) => {
      for (const method of ['PUT', 'GET', 'POST']) rig.s3.next(method, /./, ...S3_FAULTS);
    },
  },
];

/** Ends the lasting disturbance. */
export function healFaults({ rig, network }: Pick<DisturbanceTarget, 'rig' | 'network'>): void {
  rig.store.heal();
  rig.store.lockItems(undefined);
  rig.s3.heal();
  network.condition = 'good';
}

const STEP_MS = 90_000;
const FUNCTIONS = 4;

export function setClock(
  { rig, clock }: Pick<DisturbanceTarget, 'rig' | 'clock'>,
  now: number,
): void {
  clock.now = Math.round(now);
  clock.farthest = Math.max(clock.farthest, clock.now);
  rig.setClock(clock.now);
}

export const incidents: readonly SoakDisturbance[] = [
  { name: 'the runner killed', start: ({ rig }) => rig.killRunner() },
  { name: 'functions killed', start: ({ rig }) => rig.killFunctions(FUNCTIONS) },
  {
    name: 'the clock ahead',
    start: (target) => setClock(target, target.clock.now + target.draw() * STEP_MS),
  },
  { name: 'the engine restarted', start: ({ rig }) => rig.restartEngine() },
  {
    name: 'the clock back',
    start: (target) => setClock(target, target.clock.now - target.draw() * STEP_MS),
  },
];
