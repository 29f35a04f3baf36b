// What goes wrong while operators work. A mood lasts for a while, an event happens in the middle of it.
import type { Network } from './network.ts';
import type { S3Fault } from './s3-faults.ts';
import type { Stand } from '../test-rig.ts';
import type { Fault } from './store-faults.ts';

export interface Disturbed {
  readonly stand: Stand;
  readonly network: Network;
  /** From 0 to 1. */
  draw(): number;
  readonly clock: Clock;
}

/** Milliseconds by which the runner's clock differs from the machine's. */
export interface Clock {
  now: number;
  /** The farthest that it was ahead: nothing in the books is of a later time. */
  farthest: number;
}

export interface Disturbance {
  readonly name: string;
  begin(on: Disturbed): Promise<void> | void;
}

const CHANGES = /^TransactWriteItems$/;
/** All that asks for data, and what follows the streams; tables are made in peace. */
const DATA = /Item|Query|Scan|GetRecords/;
const HOLD_MS = 15;

function storeMood(name: string, share: number, where: RegExp, ...faults: Fault[]): Disturbance {
  return {
    name,
    begin: ({ stand, draw }) => {
      stand.store.fail((operation) => {
        const fault = faults[Math.floor(draw() * faults.length)] ?? 'none';
        return where.test(operation) && draw() < share ? fault : 'none';
      });
    },
  };
}

function networkMood(name: string, mood: Network['mood']): Disturbance {
  return {
    name,
    begin: ({ network }) => {
      network.mood = mood;
    },
  };
}

const S3_FAULTS: readonly S3Fault[] = [
  { delayMilliseconds: 1_500 },
  { status: 503 },
  'lost',
  { delayMilliseconds: 500 },
  { status: 500 },
  { cutAfter: 10 },
];

export const moods: readonly Disturbance[] = [
  storeMood('conflicts', 0.3, CHANGES, 'conflict'),
  storeMood('throttling', 0.12, DATA, 'throttle'),
  storeMood('lost answers of the store', 0.2, CHANGES, 'lost'),
  storeMood('a store that dies and fails', 0.1, DATA, 'dead', 'unavailable', 'lost'),
  storeMood('transactions in progress', 0.2, CHANGES, 'in-progress'),
  storeMood('keys left unprocessed, calls that hang', 0.05, /^BatchGetItem$|^Transact/, 'hang'),
  {
    name: 'locked items',
    begin: ({ stand }) => stand.store.lockItems(HOLD_MS),
  },
  networkMood('lost answers', 'loses'),
  networkMood('impatient clients', 'hurries'),
  {
    name: 'a slow and failing S3',
    begin: ({ stand }) => {
      for (const method of ['PUT', 'GET', 'POST']) stand.s3.next(method, /./, ...S3_FAULTS);
    },
  },
];

/** Ends whatever mood there is. */
export function heal({ stand, network }: Pick<Disturbed, 'stand' | 'network'>): void {
  stand.store.heal();
  stand.store.lockItems(undefined);
  stand.s3.heal();
  network.mood = 'good';
}

const STEP_MS = 90_000;
const FUNCTIONS = 4;

export function setClock({ stand, clock }: Pick<Disturbed, 'stand' | 'clock'>, now: number): void {
  clock.now = Math.round(now);
  clock.farthest = Math.max(clock.farthest, clock.now);
  stand.setClock(clock.now);
}

export const events: readonly Disturbance[] = [
  { name: 'the runner killed', begin: ({ stand }) => stand.killRunner() },
  { name: 'functions killed', begin: ({ stand }) => stand.killFunctions(FUNCTIONS) },
  { name: 'the clock ahead', begin: (on) => setClock(on, on.clock.now + on.draw() * STEP_MS) },
  { name: 'the engine restarted', begin: ({ stand }) => stand.restartEngine() },
  { name: 'the clock back', begin: (on) => setClock(on, on.clock.now - on.draw() * STEP_MS) },
];
