// Runs rebuilds in this process: calls the tasks in the order of the state machine.
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
  const received: unknown = JSON.parse(JSON.stringify(input));
  const output = await handler(received, buildContext({ remainingMs }));
  // oxlint-disable-next-line typescript/no-explicit-any
  return JSON.parse(JSON.stringify(output)) as any;
}

/** Runs a whole execution without the waits for readers. Throws the error that would fail it. */
export async function executeRebuild(input: { projection: string; segments?: number }) {
  for (;;) {
    const progress = await callRebuildTask('begin-projection-rebuild', input);
    const ended = await endRebuild(
      progress.next === 'FILL' ? await fillSegments(progress) : progress,
    );
    if (ended.isRebuilt) return ended;
  }
}

// oxlint-disable-next-line typescript/no-explicit-any
async function fillSegments({ parts, ...progress }: any) {
  const filled = await Promise.all(
    parts.map(async (segment: number) => {
      let part = { ...progress, segment, isDone: false };
      while (!part.isDone) part = await callRebuildTask('fill-projection-segment', part);
      return part;
    }),
  );
  return callRebuildTask('swap-projection', { ...progress, parts, filled });
}

// oxlint-disable-next-line typescript/no-explicit-any
async function endRebuild(progress: any) {
  if (progress.next === 'RETIRE') await callRebuildTask('retire-projection', progress);
  let swept = progress;
  do swept = await callRebuildTask('sweep-projection', swept);
  while (!swept.isSwept);
  return swept;
}
