// All states that can follow a state: one process takes a step, a call takes effect, an answer is lost, or a
// process crashes. A crash between two calls, of a process for which no other waits, is no step of its own: it
// is a process that takes no further step.
import { listCombinerReplies, listCombinerSteps } from './combiner.ts';
import { listOwnerReplies, listOwnerSteps, listUnansweredOwners } from './owner.ts';
import { applyCall } from './store-calls.ts';
import { IDLE } from './world.ts';
import type { CombinerState, OwnerState, ProtocolSetup, StoreCall, World } from './world.ts';

/** Lists every next state, in no order. */
export function listNextWorlds(world: World, setting: ProtocolSetup): World[] {
  return [
    ...world.owners.flatMap((owner, index) => listOwnerMoves(world, owner, index, setting)),
    ...world.combiners.flatMap((one, index) => listCombinerMoves(world, one, index, setting)),
    ...world.late.flatMap((call, index) => {
      const { store, isDone } = applyCall(world.store, call, setting);
      return isDone ? [{ ...world, store, late: world.late.toSpliced(index, 1) }] : [];
    }),
  ];
}

function listOwnerMoves(
  world: World,
  owner: OwnerState,
  index: number,
  setting: ProtocolSetup,
): World[] {
  const become = (next: OwnerState, changed: Partial<World> = {}): World => {
    return { ...world, ...changed, owners: world.owners.with(index, next) };
  };
  const { call, ...alone } = owner;
  const crashes =
    world.crashes > 0 && (owner.call || owner.phase === 'waiting')
      ? [become({ ...alone, phase: 'crashed' }, crash(world, call))]
      : [];
  const steps = listOwnerSteps(owner, index, world.store, setting).map((next) => become(next));
  if (!call) return [...steps, ...crashes];
  const result = applyCall(world.store, call, setting);
  const { store } = result;
  const replies = listOwnerReplies(owner, result, setting).map((next) => become(next, { store }));
  const unanswered = listUnansweredOwners(owner).flatMap((next) => {
    return listLosses(world, call, setting).map((changed) => become(next, changed));
  });
  return [...replies, ...unanswered, ...crashes];
}

function listCombinerMoves(
  world: World,
  combiner: CombinerState,
  index: number,
  setting: ProtocolSetup,
): World[] {
  const become = (next: CombinerState, changed: Partial<World> = {}): World => {
    return { ...world, ...changed, combiners: world.combiners.with(index, next) };
  };
  const { call } = combiner;
  const crashes =
    world.crashes > 0 && call ? [become({ phase: 'crashed', found: [] }, crash(world, call))] : [];
  const steps = listCombinerSteps(combiner, world.store, setting).map((next) => become(next));
  if (!call) return [...steps, ...crashes];
  const result = applyCall(world.store, call, setting);
  const { store } = result;
  const replies = listCombinerReplies(combiner, result, setting).map((next) =>
    become(next, { store }),
  );
  const unanswered = listLosses(world, call, setting).map((changed) => become(IDLE, changed));
  return [...replies, ...unanswered, ...crashes];
}

function crash({ crashes, late }: World, call: StoreCall | undefined): Partial<World> {
  return { crashes: crashes - 1, late: call ? [...late, call] : late };
}

// The call has taken effect and its answer is lost, or the sender stops waiting before it takes effect.
function listLosses({ store, late, losses }: World, call: StoreCall, setting: ProtocolSetup) {
  if (losses === 0) return [];
  return [
    { losses: losses - 1, store: applyCall(store, call, setting).store },
    { losses: losses - 1, late: [...late, call] },
  ];
}
