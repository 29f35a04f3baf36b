// Rebuilds run in this process: the tasks of the state machine, called in its order.
import type { Context } from 'aws-lambda';
import type { RebuildTaskName } from '../../../lib/constructs/state-machines/rebuild-tasks.ts';
import { buildContext } from '../stack/ledger.ts';

type RebuildTaskHandler = (input: unknown, context: Context) => Promise<unknown>;

/** Calls a task as a state machine does: input and output are JSON. */
export async function callRebuildTask(
  name: RebuildTaskName,
  input: unknown,
  remainingMs = 900_000,
) {
  const file = `../../../functions/projections/rebuild/${name}.ts`;
  const { handler } = (await import(file)) as { handler: RebuildTaskHandler };
  const given: unknown = JSON.parse(JSON.stringify(input));
  const output = await handler(given, buildContext({ remainingMs }));
  // oxlint-disable-next-line typescript/no-explicit-any
  return JSON.parse(JSON.stringify(output)) as any;
}

/** Runs a whole execution without waiting for readers. Throws the error that would fail it. */
export async function executeRebuild(wanted: { projection: string; segments?: number }) {
  for (;;) {
    const beginning = await callRebuildTask('begin-projection-rebuild', wanted);
    const ended = await endRebuild(
      beginning.next === 'FILL' ? await fillSegments(beginning) : beginning,
    );
    if (ended.isRebuilt) return ended;
  }
}

// oxlint-disable-next-line typescript/no-explicit-any
async function fillSegments({ parts, ...beginning }: any) {
  const filled = await Promise.all(
    parts.map(async (segment: number) => {
      let part = { ...beginning, segment, isDone: false };
      while (!part.isDone) part = await callRebuildTask('fill-projection-segment', part);
      return part;
    }),
  );
  return callRebuildTask('swap-projection', { ...beginning, parts, filled });
}

// oxlint-disable-next-line typescript/no-explicit-any
async function endRebuild(ending: any) {
  if (ending.next === 'RETIRE') await callRebuildTask('retire-projection', ending);
  let swept = ending;
  do swept = await callRebuildTask('sweep-projection', swept);
  while (!swept.isSwept);
  return swept;
}
