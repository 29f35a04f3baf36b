// What a disturbance of a soak test is, and what it can disturb.
import type { CallFault } from '../faults/disturbed-calls.ts';
import type { SoakNetwork } from '../faults/network.ts';
import type { S3Fault } from '../faults/s3-faults.ts';
import type { ServiceFault } from '../faults/service-faults.ts';
import type { SoakLoad } from '../soak-load.ts';
import type { StoreFault } from '../faults/store-faults.ts';
import type { TestRig } from '../test-rig.ts';
import { ActiveFaults } from '../faults/active-faults.ts';

export interface DisturbanceTarget {
  readonly rig: TestRig;
  readonly network: SoakNetwork;
  readonly load: Pick<SoakLoad, 'send'>;
  readonly clock: SimulatedClock;
  /** The faults of the store, by operation and number of items in a batch. */
  readonly store: ActiveFaults<StoreFault>;
  readonly s3: ActiveFaults<S3Fault>;
  readonly services: ActiveFaults<ServiceFault>;
  /** The faults of calls of functions, each with the report of every call that suffers it. */
  readonly calls: Map<CallFault, (what: string) => void>;
}

/** How many milliseconds the runner's clock is ahead of the machine's. */
export interface SimulatedClock {
  now: number;
  /** The maximum so far: no record has a later timestamp. */
  farthest: number;
}

/** One occurrence of a disturbance. */
export interface Occurrence {
  /** A random number from 0 to 1; no other occurrence shifts it. */
  draw(this: void): number;
  /** Records that the disturbance happened, and to what. */
  hit(this: void, what: string): void;
}

export interface SoakDisturbance {
  readonly name: string;
  start(target: DisturbanceTarget, occurrence: Occurrence): Promise<void> | void;
}

/** Chooses the first call, so that the disturbance happens, and a share of the others. */
export function buildShareChooser({ draw }: Occurrence, share: number): () => boolean {
  let isFirst = true;
  return () => {
    const isChosen = isFirst || draw() < share;
    isFirst = false;
    return isChosen;
  };
}

/** Connects the faults of the target with its test rig. */
export function buildTarget(
  parts: Pick<DisturbanceTarget, 'rig' | 'network' | 'load'>,
): DisturbanceTarget {
  const { rig } = parts;
  const target: DisturbanceTarget = {
    ...parts,
    clock: { now: 0, farthest: 0 },
    store: new ActiveFaults(),
    s3: new ActiveFaults(),
    services: new ActiveFaults(),
    calls: new Map(),
  };
  rig.store.fail(
    (operation, _, __, items) => target.store.choose(`${operation} ${items}`) ?? 'none',
  );
  rig.s3.fail((call) => target.s3.choose(call));
  rig.services.fail((call) => target.services.choose(call));
  rig.onDisturbedCall((fault, what) => target.calls.get(fault)?.(what));
  return target;
}

/** Ends the lasting disturbances. */
export async function healFaults(target: DisturbanceTarget): Promise<void> {
  const { rig, network, store, s3, services, calls } = target;
  for (const faults of [store, s3, services]) faults.heal();
  rig.store.lockItems(undefined);
  network.conditions.clear();
  calls.clear();
  await rig.disturbCalls([]);
}

export async function setClock(
  { rig, clock }: Pick<DisturbanceTarget, 'rig' | 'clock'>,
  now: number,
): Promise<number> {
  clock.now = Math.round(now);
  clock.farthest = Math.max(clock.farthest, clock.now);
  return rig.setClock(clock.now);
}
