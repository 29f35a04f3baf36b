// The disturbances of a soak test: a lasting disturbance spans a round, and an incident happens in the middle
// of the round.
import type { NetworkCondition } from '../faults/network.ts';
import { setClock } from './disturbance.ts';
import type { DisturbanceTarget, Occurrence, SoakDisturbance } from './disturbance.ts';
import { serviceDisturbances } from './service-disturbances.ts';
import { storeDisturbances } from './store-disturbances.ts';

const disturbNetwork = (name: string, condition: NetworkCondition): SoakDisturbance => ({
  name,
  start: ({ network }, { hit }) => void network.conditions.set(condition, hit),
});

export const lastingDisturbances: readonly SoakDisturbance[] = [
  ...storeDisturbances,
  disturbNetwork('lost answers', 'lossy'),
  disturbNetwork('clients that do not wait', 'short-timeouts'),
  ...serviceDisturbances,
];

const STEP_MS = 90_000;
const FUNCTIONS = 4;

export const incidents: readonly SoakDisturbance[] = [
  {
    name: 'the runner killed',
    start: async ({ rig }, { hit }) => {
      await rig.killRunner();
      hit('runner');
    },
  },
  {
    name: 'functions killed',
    start: async ({ rig }, { hit }) => {
      const count = await rig.killFunctions(FUNCTIONS);
      if (count > 0) hit(`${count} functions`);
    },
  },
  { name: 'the clock ahead', start: (target, occurrence) => stepClock(target, occurrence, 1) },
  {
    name: 'the engine restarted',
    start: async ({ rig }, { hit }) => {
      await rig.restartEngine();
      hit('engine');
    },
  },
  { name: 'the clock back', start: (target, occurrence) => stepClock(target, occurrence, -1) },
];

async function stepClock(
  target: DisturbanceTarget,
  { draw, hit }: Occurrence,
  direction: 1 | -1,
): Promise<void> {
  const before = target.clock.now;
  const now = await setClock(target, before + direction * draw() * STEP_MS);
  const step = Math.round(now - before);
  if (step * direction > 0) hit(`clock by ${step} ms`);
}

export const disturbances: ReadonlyMap<string, SoakDisturbance> = new Map(
  [...lastingDisturbances, ...incidents].map((one) => [one.name, one]),
);

export const DISTURBANCE_NAMES = {
  lasting: lastingDisturbances.map(({ name }) => name),
  incidents: incidents.map(({ name }) => name),
};
