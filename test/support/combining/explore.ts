// Explores every state that a setting can reach, and whether each can still end with all requests answered.
import { listViolations } from './invariants.ts';
import { listNextWorlds } from './next-worlds.ts';
import { buildWorld, formatWorld } from './world.ts';
import type { ProtocolSetup, World } from './world.ts';

export interface Exploration {
  readonly states: number;
  /** The violated invariants. */
  readonly violations: readonly string[];
  /** The states from which not every request can be answered any more. */
  readonly stuck: number;
  /** How many requests one transaction has posted, at most. */
  readonly combined: number;
  /** The answers that some request got in some state. */
  readonly answers: readonly string[];
}

/** Explores all interleavings, each state once. */
export function explore(setting: ProtocolSetup): Exploration {
  const start = buildWorld(setting);
  const numbers = new Map([[formatWorld(start), 0]]);
  const worlds = [start];
  const predecessors: number[][] = [[]];
  const seen = {
    violations: new Set<string>(),
    answers: new Set<string>(),
    combined: new Set<number>(),
  };
  for (let index = 0; index < worlds.length; index += 1) {
    const world = worlds[index] ?? start;
    for (const next of listNextWorlds(world, setting)) {
      const name = formatWorld(next);
      const number = numbers.get(name) ?? worlds.length;
      if (number === worlds.length || next.store !== world.store) note(seen, next, setting);
      if (number === worlds.length) {
        numbers.set(name, number);
        worlds.push(next);
        predecessors.push([]);
      }
      predecessors[number]?.push(index);
    }
  }
  return {
    states: worlds.length,
    violations: [...seen.violations].toSorted(),
    stuck: worlds.length - countAncestors(worlds, predecessors),
    combined: Math.max(0, ...seen.combined),
    answers: [...seen.answers].toSorted(),
  };
}

interface Notes {
  readonly violations: Set<string>;
  readonly answers: Set<string>;
  readonly combined: Set<number>;
}

function note(seen: Notes, world: World, setting: ProtocolSetup): void {
  for (const name of listViolations(world, setting)) seen.violations.add(name);
  for (const { phase } of world.owners) if (isAnswered(phase)) seen.answers.add(phase);
  for (const { call } of world.combiners) {
    if (call?.kind === 'transaction') seen.combined.add(call.postings.length);
  }
}

const ANSWERS: ReadonlySet<string> = new Set(['posted', 'refused', 'contention', 'unknown']);

function isAnswered(phase: string): boolean {
  return ANSWERS.has(phase);
}

function isEnd({ owners }: World): boolean {
  return owners.every(({ phase }) => phase === 'crashed' || isAnswered(phase));
}

// The states from which an end can be reached, found backwards from the ends.
function countAncestors(worlds: readonly World[], predecessors: readonly number[][]): number {
  const open = worlds.flatMap((world, index) => (isEnd(world) ? [index] : []));
  const found = new Set(open);
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    for (const earlier of predecessors[number] ?? []) {
      if (found.has(earlier)) continue;
      found.add(earlier);
      open.push(earlier);
    }
  }
  return found.size;
}
