// What goes wrong while operators work. A mood lasts for a while, an event happens in the middle of it.
import type { SoakNetwork } from './network.ts';
import type { S3Fault } from './s3-faults.ts';
import type { TestRig } from '../test-rig.ts';
import type { StoreFault } from './store-faults.ts';

export interface DisturbanceTarget {
  readonly rig: TestRig;
  readonly network: SoakNetwork;
  /** From 0 to 1. */
  draw(): number;
  readonly clock: SimulatedClock;
}

/** Milliseconds by which the runner's clock differs from the machine's. */
export interface SimulatedClock {
  now: number;
  /** The farthest that it was ahead: nothing in the books is of a later time. */
  farthest: number;
}

export interface SoakDisturbance {
  readonly name: string;
  begin(on: DisturbanceTarget): Promise<void> | void;
}

const WRITE_OPERATIONS = /^TransactWriteItems$/;
/** All that asks for data, and what follows the streams; tables are made in peace. */
const DATA_OPERATIONS = /Item|Query|Scan|GetRecords/;
const HOLD_MS = 15;

function buildStoreDisturbance(
  name: string,
  share: number,
  where: RegExp,
  ...faults: StoreFault[]
): SoakDisturbance {
  return {
    name,
    begin: ({ rig, draw }) => {
      rig.store.fail((operation) => {
        const fault = faults[Math.floor(draw() * faults.length)] ?? 'none';
        return where.test(operation) && draw() < share ? fault : 'none';
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
    begin: ({ network }) => {
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

export const possibleDisturbances: readonly SoakDisturbance[] = [
  buildStoreDisturbance('conflicts', 0.3, WRITE_OPERATIONS, 'conflict'),
  buildStoreDisturbance('throttling', 0.12, DATA_OPERATIONS, 'throttle'),
  buildStoreDisturbance('lost answers of the store', 0.2, WRITE_OPERATIONS, 'lost'),
  buildStoreDisturbance(
    'a store that dies and fails',
    0.1,
    DATA_OPERATIONS,
    'dead',
    'unavailable',
    'lost',
  ),
  buildStoreDisturbance('transactions in progress', 0.2, WRITE_OPERATIONS, 'in-progress'),
  buildStoreDisturbance(
    'keys left unprocessed, calls that hang',
    0.05,
    /^BatchGetItem$|^Transact/,
    'hang',
  ),
  {
    name: 'locked items',
    begin: ({ rig }) => rig.store.lockItems(HOLD_MS),
  },
  buildNetworkDisturbance('lost answers', 'loses'),
  buildNetworkDisturbance('impatient clients', 'hurries'),
  {
    name: 'a slow and failing S3',
    begin: ({ rig }) => {
      for (const method of ['PUT', 'GET', 'POST']) rig.s3.next(method, /./, ...S3_FAULTS);
    },
  },
];

/** Ends whatever mood there is. */
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
  { name: 'the runner killed', begin: ({ rig }) => rig.killRunner() },
  { name: 'functions killed', begin: ({ rig }) => rig.killFunctions(FUNCTIONS) },
  { name: 'the clock ahead', begin: (on) => setClock(on, on.clock.now + on.draw() * STEP_MS) },
  { name: 'the engine restarted', begin: ({ rig }) => rig.restartEngine() },
  { name: 'the clock back', begin: (on) => setClock(on, on.clock.now - on.draw() * STEP_MS) },
];
